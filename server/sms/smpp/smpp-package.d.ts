// The part of the package `smpp` that is used here; the package has no types.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export class PDU {
    constructor(command: string, parameters?: Record<string, unknown>);
    command: string;
    message_id?: string;
    command_id: number;
    command_status: number;
    sequence_number: number;
    isResponse(): boolean;
    response(parameters?: Record<string, unknown>): PDU;
    toBuffer(): Buffer;
    [parameter: string]: unknown;
  }

  export class Session extends EventEmitter {
    constructor(options: { socket: Socket });
    socket: Socket;
    /** @returns false if the connection can't be written any more */
    send(pdu: PDU): boolean;
    close(): void;
    destroy(): void;
  }

  type Tlv = { id: number; type: unknown };

  /** Node does not find all names of this CommonJS module. */
  const smpp: {
    PDU: typeof PDU;
    Session: typeof Session;
    addTLV(tag: string, options: Tlv): void;
    createServer(
      options: { key?: string; cert?: string },
      listener: (session: Session) => void,
    ): NetServer;
    types: { tlv: { cstring: unknown; string: unknown; buffer: unknown } };
    errors: Record<string, number>;
  };
  export default smpp;
}
