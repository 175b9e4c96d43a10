// An SMSC on loopback, built with the product's SMPP package.
import type { Server } from 'node:net';
import smpp, { type PDU, type Session } from 'smpp';

/** Response to a submit_sm: a status, an id, nothing, the end of the connection, or no id. */
export type SmscAnswer = number | { id: string } | 'silence' | 'close' | 'no id';

export type Smsc = {
  port: number;
  submitted: PDU[];
  binds: PDU[];
  enquiries: () => number;
  /** Gives these responses once each, then 0: accepted. */
  answer(...answers: readonly SmscAnswer[]): void;
  /** Sends each accepted message's receipt at once. */
  sendsReceipts(does: boolean): void;
  /** The status of the next binds. */
  refuseBinds(status: number): void;
  /** Whether it answers enquire-links. */
  answersEnquiries(does: boolean): void;
  /** Sends a receipt or another message over the newest link, and waits for the response. */
  deliver(parameters: Record<string, unknown>, command?: 'deliver_sm' | 'data_sm'): Promise<PDU>;
  /** The responses from any link. */
  heard: PDU[];
  /** Writes bytes to the newest link. */
  write(bytes: Buffer): void;
  dropLinks(): void;
  close(): Promise<void>;
};

type State = {
  submitted: PDU[];
  binds: PDU[];
  heard: PDU[];
  answers: SmscAnswer[];
  bindStatus: number;
  doesReceipt: boolean;
  enquiries: number;
  doesEnquire: boolean;
};

export async function startSmsc(tls: { key?: string; cert?: string } = {}): Promise<Smsc> {
  const sessions = new Set<Session>();
  const state: State = {
    submitted: [],
    binds: [],
    heard: [],
    answers: [],
    bindStatus: 0,
    doesReceipt: false,
    enquiries: 0,
    doesEnquire: true,
  };
  let delivered: ((answer: PDU) => void) | undefined;
  const server: Server = smpp.createServer(tls, (session) => {
    sessions.add(session);
    session.on('close', () => sessions.delete(session));
    session.on('error', () => session.destroy());
    session.on('pdu', (pdu: PDU) => {
      if (!pdu.isResponse()) {
        answerRequest(session, pdu, state);
        return;
      }
      state.heard.push(pdu);
      if (/^(?:deliver|data)_sm_resp$/.test(pdu.command)) delivered?.(pdu);
    });
  });
  server.on('error', () => undefined);
  const port = await listen(server);
  const newest = () => {
    const session = [...sessions].at(-1);
    if (!session) throw new Error('No link is bound.');
    return session;
  };
  const dropLinks = () => {
    for (const session of sessions) session.destroy();
  };
  return {
    port,
    submitted: state.submitted,
    binds: state.binds,
    heard: state.heard,
    enquiries: () => state.enquiries,
    answer: (...next) => void state.answers.splice(0, state.answers.length, ...next),
    sendsReceipts: (does) => void (state.doesReceipt = does),
    refuseBinds: (status) => void (state.bindStatus = status),
    answersEnquiries: (does) => void (state.doesEnquire = does),
    deliver: (parameters, command = 'deliver_sm') =>
      new Promise((resolve) => {
        delivered = resolve;
        newest().send(new smpp.PDU(command, parameters));
      }),
    write: (bytes) => void newest().socket.write(bytes),
    dropLinks,
    close: () =>
      new Promise((resolve) => {
        dropLinks();
        server.close(() => resolve());
      }),
  };
}

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : 0);
    });
  });
}

function answerRequest(session: Session, pdu: PDU, state: State): void {
  if (pdu.command === 'bind_transceiver') {
    state.binds.push(pdu);
    const status = state.bindStatus;
    session.send(pdu.response(status === 0 ? {} : { command_status: status }));
  } else if (pdu.command === 'submit_sm') answerSubmit(session, pdu, state);
  else if (pdu.command === 'enquire_link') {
    state.enquiries += 1;
    if (state.doesEnquire) session.send(pdu.response());
  } else session.send(pdu.response());
}

function answerSubmit(session: Session, pdu: PDU, state: State): void {
  const { submitted, answers } = state;
  submitted.push(pdu);
  const answer = answers.shift() ?? 0;
  if (answer === 'close') session.destroy();
  else if (typeof answer === 'object') session.send(pdu.response({ message_id: answer.id }));
  else if (answer === 'no id') session.send(pdu.response({ message_id: '' }));
  else if (answer === 0) {
    const id = `m${submitted.length}`;
    session.send(pdu.response({ message_id: id }));
    if (state.doesReceipt) session.send(receiptOf(pdu, id));
  } else if (answer !== 'silence') session.send(pdu.response({ command_status: answer }));
}

const receiptClass = 0x04;

function receiptOf(pdu: PDU, id: string): PDU {
  return new smpp.PDU('deliver_sm', {
    source_addr: pdu['destination_addr'],
    destination_addr: pdu['source_addr'],
    esm_class: receiptClass,
    receipted_message_id: id,
    message_state: 2,
    short_message: `id:${id} sub:001 dlvrd:001 submit date:2611221200 done date:2611221201 stat:DELIVRD err:000 text:`,
  });
}

type Segment = { text: string; reference: number; place: number };

/** The texts that arrived at an SMSC, reassembled from their segments. */
export function textsOf(pdus: readonly PDU[]): string[] {
  const messages = new Map<string, Segment[]>();
  for (const [at, pdu] of pdus.entries()) {
    const segment = segmentOf(pdu['short_message']);
    const isWhole = segment.reference === -1;
    const key = `${String(pdu['destination_addr'])} ${isWhole ? `whole ${at}` : segment.reference}`;
    messages.set(key, [...(messages.get(key) ?? []), segment]);
  }
  return [...messages.values()].map((segments) =>
    segments
      .toSorted((one, other) => one.place - other.place)
      .map(({ text }) => text)
      .join(''),
  );
}

/** As the package parses it: a header of one element is tag, length, reference, total and index. */
function segmentOf(message: unknown): Segment {
  if (typeof message !== 'object' || message === null) throw new Error('There is no text.');
  const text = 'message' in message && typeof message.message === 'string' ? message.message : '';
  const element: unknown = 'udh' in message && Array.isArray(message.udh) ? message.udh[0] : [];
  if (!Buffer.isBuffer(element)) return { text, reference: -1, place: 0 };
  return { text, reference: element[2] ?? -1, place: element[4] ?? 0 };
}
