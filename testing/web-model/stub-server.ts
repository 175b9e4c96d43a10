// A stub with the real wire format, its own registrations and rewards, and the outcomes set by a
// command.
import { callPath, callNames, calls, type CallName } from '@inaam/contract/calls.ts';
import { wrapResponse } from '@inaam/contract/envelope.ts';
import { readSigned } from '@inaam/contract/signing.ts';
import * as z from 'zod/mini';
import type { CallOutcome, Phase, CallOutcomes, TestedCall } from './call-outcomes.ts';
import type { AskedQuestion } from './session.ts';

type Answer = { status: number; resp: object; retryAfter?: number };
type Participant = { state: string; reward: number | string | undefined; answer?: number };
type Code = { mobile: string; state: string; isUsed: boolean };

const registration = z.object({ mobile: z.string(), state: z.string(), agree1: z.literal(true) });
const chosen = z.object({ questionId: z.literal('leaf'), selectedAnswer: z.number() });
const consent = z.object({ agree: z.literal('YES') });
const entry = z.object({ masterKey: z.optional(z.string()), utm_source: z.literal('qrcode') });

export class StubServer {
  phase: Phase = 'open';
  outcomes: CallOutcomes = {};
  /** Calls since the last read; those with a token are marked. */
  seen: string[] = [];
  /** Requests that the app should never have sent. */
  violations: string[] = [];
  isOnline = true;
  readonly #devices = new Map<string, { hasAgreed: boolean; code: Code | undefined }>();
  readonly #participants = new Map<string, Participant>();
  readonly #tokens = new Map<string, { userKey: string; mobile: string }>();
  /** The command's first try of a code, which a busy server may have counted. */
  #try: { outcomes: CallOutcomes; t: number } | undefined;
  #delay: Promise<void> | undefined;
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** Delays the responses to all further calls until the returned function is called. */
  delayAnswers(): () => void {
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#delay = promise;
    return resolve;
  }

  /** For further calls; delayed ones still wait. */
  answerAtOnce(): void {
    this.#delay = undefined;
  }

  async fetch(address: string, request: RequestInit): Promise<Response> {
    const delay = this.#delay;
    const { name, userKey, token } = this.#identify(address, request);
    const outcome = this.outcomes[name] ?? 'fine';
    this.isOnline = outcome !== 'offline';
    this.seen.push(token === undefined ? name : `${name} with token`);
    const fields = this.#open(name, userKey, request.body);
    const answer = this.#answer(name, outcome, { userKey, token, fields });
    await delay;
    if (answer === 'none') throw new TypeError('Failed to fetch');
    if (answer === 'garbled') return new Response('<h1>Bad gateway</h1>', { status: 502 });
    const headers = answer.retryAfter ? { 'Retry-After': String(answer.retryAfter) } : undefined;
    const body = wrapResponse({ statusCode: answer.status, ...answer.resp }, 'object');
    return new Response(JSON.stringify(body), {
      status: answer.status,
      ...(headers && { headers }),
    });
  }

  #identify(address: string, { method, headers }: RequestInit) {
    const { pathname, searchParams } = new URL(address, 'http://stand-in');
    const named = callNames.filter((known) => calls[known].kind !== 'open');
    const name = named.find((one) => pathname.startsWith(`${callPath(one)}/`)) ?? 'startSession';
    const userKey = decodeURIComponent(pathname.slice(callPath(name).length + 1));
    const bearer = new Headers(headers).get('Authorization')?.replace('Bearer ', '');
    const { kind } = calls[name];
    if (kind !== 'open' && !searchParams.has('t')) this.violations.push(`${name} without t`);
    if (method !== (kind === 'read' ? 'GET' : 'POST')) this.violations.push(`${name} by ${method}`);
    if (bearer !== undefined && !calls[name].bearer && kind !== 'open') {
      this.violations.push(`${name} shows the token where none is asked for`);
    }
    return { name, userKey, token: bearer };
  }

  /** Verifies a signed call and returns its fields. */
  #open(name: CallName, userKey: string, body: RequestInit['body']): unknown {
    if (name === 'startSession') return JSON.parse(typeof body === 'string' ? body : '');
    if (calls[name].kind === 'read') return {};
    const form = body instanceof URLSearchParams ? body : new URLSearchParams();
    const signed = readSigned(form.get('data') ?? '', dataKeyOf(userKey));
    const isOwn = form.get('userKey') === userKey && signed?.userKey === userKey;
    if (!signed || !isOwn) {
      this.violations.push(`${name} was not signed by its own device`);
    }
    if (name === 'verifyOtp' && this.outcomes[name] === 'down') this.#requireSameTry(signed?.t);
    return signed?.fields;
  }

  #requireSameTry(t = 0): void {
    const { outcomes } = this;
    if (this.#try?.outcomes !== outcomes) this.#try = { outcomes, t };
    if (this.#try.t !== t) this.violations.push('a code that met a busy server is tried again');
  }

  #answer(
    name: CallName,
    outcome: CallOutcome,
    call: { userKey: string; token: string | undefined; fields: unknown },
  ): Answer | 'none' | 'garbled' {
    if (outcome === 'cut' || outcome === 'offline') return 'none';
    if (outcome === 'garbled') return 'garbled';
    if (outcome === 'down') return { status: 503, resp: { message: 'Busy' }, retryAfter: 2 };
    if (outcome === 'expired') return expired;
    if (outcome === 'tryAgain') return refusal(429, outcome, 30);
    if (outcome === 'invalidMobile' || outcome === 'invalidOtp' || outcome === 'invalidUser') {
      return refusal(400, outcome);
    }
    const done = this.#do(name, outcome, call);
    return outcome === 'lost' ? 'none' : done;
  }

  #do(
    name: TestedCall,
    outcome: CallOutcome,
    { userKey, token, fields }: { userKey: string; token: string | undefined; fields: unknown },
  ): Answer {
    if (name === 'startSession') return this.#start(outcome, z.parse(entry, fields).masterKey);
    const device = this.#devices.get(userKey);
    if (!device) return expired;
    const isClosed = this.phase !== 'open';
    switch (name) {
      case 'recordConsent':
        device.hasAgreed = z.safeParse(consent, fields).success;
        return done;
      case 'register': {
        if (!device.hasAgreed) this.violations.push('register before a Yes');
        if (isClosed) return closed(this.phase);
        const { mobile, state } = z.parse(registration, fields);
        if (this.#participants.get(mobile)?.reward !== undefined)
          return refusal(409, 'participationLimit');
        device.code = { mobile, state, isUsed: false };
        return { status: 200, resp: { resendAfter: 60 } };
      }
      case 'resendOtp':
        return isClosed ? closed(this.phase) : { status: 200, resp: { resendAfter: 60 } };
      case 'verifyOtp':
        return isClosed ? closed(this.phase) : this.#verify(userKey, device.code);
      case 'getReward':
        return this.#reward(outcome, userKey, token);
      case 'getQuestion':
      case 'answerQuestion':
        return this.#question(userKey, token, fields);
      case 'getStates':
      case 'getCities':
      case 'editDetails':
      case 'getDetails':
      case 'getPayout':
      case 'askPayout':
      case 'decidePayout':
      case 'proveNumber':
      case 'withdrawConsent':
      case 'eraseData':
        throw new Error(`Failed to answer ${name}: no command makes this call. Implement it here.`);
      default:
        return name satisfies never;
    }
  }

  #start(outcome: CallOutcome, masterKey: string | undefined): Answer {
    const base = {
      isLoggedIn: false,
      serverTime: this.#now(),
      campaign: programmeOf(this.phase),
    };
    if (outcome === 'notValid') {
      return {
        status: 200,
        resp: { ...base, isValidToken: false, token: null, pending: null },
      };
    }
    const isKnown = masterKey !== undefined && outcome !== 'stranger';
    const userKey = isKnown ? masterKey : `device-${this.#devices.size + 1}`;
    const device = this.#devices.get(userKey) ?? { hasAgreed: false, code: undefined };
    this.#devices.set(userKey, device);
    const token = { userKey, dataKey: dataKeyOf(userKey), accessToken: null };
    const pending = device.code && !device.code.isUsed ? { resendAfter: 60 } : null;
    return { status: 200, resp: { ...base, isValidToken: true, token, pending } };
  }

  #verify(userKey: string, code: Code | undefined): Answer {
    if (!code) return refusal(400, 'invalidData');
    code.isUsed = true;
    const participant = this.#participants.get(code.mobile) ?? {
      state: code.state,
      reward: undefined,
    };
    this.#participants.set(code.mobile, participant);
    const accessToken = `token-${this.#tokens.size + 1}`;
    this.#tokens.set(accessToken, { userKey, mobile: code.mobile });
    const fromTN = participant.state === 'Tamil Nadu' ? 1 : 0;
    return { status: 200, resp: { accessToken, fromTN } };
  }

  #question(userKey: string, token: string | undefined, fields: unknown): Answer {
    const holder = this.#tokens.get(token ?? '');
    const participant = this.#participants.get(holder?.mobile ?? '');
    if (!participant || holder?.userKey !== userKey) return expired;
    const answer = z.safeParse(chosen, fields).data?.selectedAnswer;
    if (answer !== undefined && participant.answer !== undefined && answer !== participant.answer)
      this.violations.push('a question is answered again');
    if (answer !== undefined) participant.answer ??= answer;
    const { answer: first } = participant;
    const isRight = first === rightOption;
    const result = { isRight, rightAnswer: rightOption, explanation: 'Leaves', bonus: 5 };
    if (answer !== undefined) return { status: 200, resp: result };
    const open = { isRight: null, rightAnswer: null, explanation: null, bonus: 5 };
    const state = first === undefined ? open : result;
    const question = { ...asked, seconds: null, selectedAnswer: first ?? null, ...state };
    return {
      status: 200,
      resp: { question: participant.state === 'Tamil Nadu' ? null : question },
    };
  }

  #reward(outcome: CallOutcome, userKey: string, token: string | undefined): Answer {
    const holder = this.#tokens.get(token ?? '');
    const participant = this.#participants.get(holder?.mobile ?? '');
    if (!participant || holder?.userKey !== userKey) return expired;
    if (outcome === 'odd') return { status: 200, resp: { winType: 7 } };
    if (outcome === 'missing') return done;
    if (participant.reward === undefined && this.phase === 'over') return closed(this.phase);
    participant.reward ??= participant.state === 'Tamil Nadu' ? 3 : (this.outcomes.win ?? 5);
    return { status: 200, resp: { winType: participant.reward } };
  }
}

const done: Answer = { status: 200, resp: {} };
const expired: Answer = { status: 401, resp: { message: 'No session' } };
const refusal = (status: number, messageId: string, retryAfter?: number): Answer => ({
  status,
  resp: { messageId, message: `Refused: ${messageId}` },
  ...(retryAfter && { retryAfter }),
});
const closed = (phase: Phase): Answer => ({
  status: 403,
  resp: { message: 'Closed', campaign: programmeOf(phase) },
});
const programmeOf = (phase: Phase) => (phase === 'over' ? 'ended' : phase);
const dataKeyOf = (userKey: string) => `data-key-that-belongs-to-${userKey}`;

const asked = {
  questionId: 'leaf',
  questionNo: 1,
  question: 'Which part of the plant?',
  options: ['Root', 'Leaf', 'Bark'],
  imageUrl: '/art/leaf.svg',
  videoUrl: '',
} as const;
const rightOption = 1;

/** What the session should keep. */
export function keptOf(kept: AskedQuestion | null) {
  if (kept === null) {
    return {
      questions: { questionsWithAnswers: [], questions: [] },
      doubleReward: { question: null, selectedAnswer: null },
    };
  }
  const textOf = (option = -1) => asked.options[option] ?? null;
  const answered = textOf(kept.answer);
  return {
    questions: {
      questionsWithAnswers: [{ question: asked.question, selectedAnswer: answered }],
      questions: [answered],
    },
    doubleReward: {
      question: { ...asked, videoUrl: null },
      selectedAnswer: textOf(kept.choice),
    },
  };
}
