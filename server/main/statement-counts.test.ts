// How many SQL statements each call makes, with one shopper at a time.
import { afterAll, expect, test } from 'vitest';
import { resendAfterSeconds } from '@inaam/contract/limits.ts';
import type { Answered } from '@inaam/testing/server/shopper/device.ts';
import { newMobile, Shopper } from '@inaam/testing/server/shopper/shopper.ts';
import { testServer } from '@inaam/testing/server/app/test-server.ts';
import type { Connection, Database } from '../database/database.ts';

const server = await testServer();
// The first read also reads the commitment.
await server.readCards([]);
const statementsOf = logStatements(server.database);
afterAll(() => server.close());

let typedCode = '000000';
const edit = { name: 'Asha', state: 'Goa', city: 'Panaji', gender: 'male', age: '30' };

type Row = {
  call: string;
  count: number;
  status?: number;
  prepare?: (shopper: Shopper, mobile: string) => Promise<unknown>;
  run: (shopper: Shopper, mobile: string) => Promise<Answered>;
};

const rows: Row[] = [
  { call: 'startSession of a new device', count: 0, run: (shopper) => shopper.start() },
  {
    call: 'startSession of a known device',
    count: 1,
    prepare: (shopper) => shopper.start(),
    run: (shopper) => shopper.start(),
  },
  {
    call: 'recordConsent',
    count: 1,
    prepare: (shopper) => shopper.start(),
    run: (shopper) => shopper.call('recordConsent', { agree: 'YES' }),
  },
  {
    call: 'register',
    count: 4,
    prepare: consent,
    run: register,
  },
  {
    call: 'register that waits after a code',
    count: 4,
    prepare: async (shopper, mobile) => {
      await shopper.register(mobile);
      server.time.wall += 1000;
    },
    run: register,
  },
  {
    call: 'register without consent',
    count: 3,
    status: 400,
    prepare: (shopper) => shopper.start(),
    run: register,
  },
  {
    call: 'resendOtp',
    count: 4,
    prepare: async (shopper, mobile) => {
      await shopper.register(mobile);
      server.time.wall += resendAfterSeconds * 1000;
    },
    run: (shopper, mobile) => shopper.call('resendOtp', { mobile }),
  },
  {
    call: 'resendOtp that names no number, as in the specification,',
    count: 5,
    prepare: async (shopper, mobile) => {
      await shopper.register(mobile);
      server.time.wall += resendAfterSeconds * 1000;
    },
    run: (shopper) => shopper.call('resendOtp'),
  },
  {
    call: 'verifyOtp with a wrong code',
    count: 4,
    status: 400,
    prepare: async (shopper, mobile) => {
      await shopper.register(mobile);
      typedCode = (await shopper.code(mobile)) === '000000' ? '000001' : '000000';
    },
    run: verify,
  },
  {
    call: 'verifyOtp',
    count: 6,
    prepare: registerAndReadCode,
    run: verify,
  },
  {
    call: 'verifyOtp that names no number, as in the specification,',
    count: 7,
    prepare: registerAndReadCode,
    run: (shopper) => verify(shopper),
  },
  {
    // Locks, and writes nothing.
    call: 'verifyOtp of a number that this device has not registered',
    count: 3,
    status: 400,
    prepare: consent,
    run: verify,
  },
  {
    call: 'verifyOtp of a returning participant',
    count: 6,
    prepare: async (shopper, mobile) => {
      await shopper.verify(mobile);
      server.time.wall += resendAfterSeconds * 1000;
      await registerAndReadCode(shopper, mobile);
    },
    run: verify,
  },
  {
    call: 'verifyOtp again after a lost answer',
    count: 6,
    prepare: async (shopper, mobile) => {
      await registerAndReadCode(shopper, mobile);
      await verify(shopper, mobile);
      server.time.wall += 1000;
    },
    run: verify,
  },
  {
    call: 'startSession with an access token',
    count: 2,
    prepare: (shopper, mobile) => shopper.verify(mobile),
    run: (shopper) => shopper.start(),
  },
  {
    // One statement is the draw's, which reads what the ledger has bound.
    call: 'getReward of the first spin',
    count: 6,
    prepare: (shopper, mobile) => shopper.verify(mobile),
    run: (shopper) => shopper.call('getReward'),
  },
  {
    call: 'getReward after the spin',
    count: 1,
    prepare: async (shopper, mobile) => {
      await shopper.verify(mobile);
      await shopper.call('getReward');
    },
    run: (shopper) => shopper.call('getReward'),
  },
  {
    call: 'getDetails',
    count: 2,
    prepare: (shopper, mobile) => shopper.verify(mobile),
    run: (shopper) => shopper.read('getDetails'),
  },
  {
    call: 'editDetails',
    count: 2,
    prepare: (shopper, mobile) => shopper.verify(mobile),
    run: (shopper) => shopper.call('editDetails', edit),
  },
  {
    call: 'proveNumber',
    count: 4,
    prepare: (shopper) => shopper.start(),
    run: (shopper, mobile) => shopper.call('proveNumber', { mobile }),
  },
  {
    call: 'withdrawConsent with a session',
    count: 2,
    prepare: (shopper, mobile) => shopper.verify(mobile),
    run: (shopper) => shopper.call('withdrawConsent'),
  },
  {
    // Both only read: erasures run one at a time, and a made-up token must not join their queue.
    call: 'eraseData with a made-up token',
    count: 2,
    status: 401,
    prepare: (shopper) => shopper.start(),
    run: (shopper) => shopper.call('eraseData', {}, { token: 'a'.repeat(43) }),
  },
  {
    call: 'eraseData with a code',
    count: 6,
    prepare: async (shopper, mobile) => {
      await shopper.start();
      await shopper.call('proveNumber', { mobile });
      typedCode = await shopper.code(mobile);
    },
    run: (shopper, mobile) => shopper.call('eraseData', { mobile, otp: typedCode }),
  },
];

test.each(rows.map((row) => [row.call, row.count, row] as const))(
  '%s makes %i statements, all prepared',
  async (_call, count, { status = 200, prepare, run }) => {
    const shopper = new Shopper(server);
    const mobile = newMobile();
    await prepare?.(shopper, mobile);
    const statements = await statementsOf(async () => {
      expect(await run(shopper, mobile)).toMatchObject({ status });
    });
    const counted = statements.filter((statement) => !isInBackground(statement));
    const texts = counted.map(({ text }) => text);
    expect(texts, texts.join('\n')).toHaveLength(count);
    const unprepared = counted.filter(({ isPrepared }) => !isPrepared).map(({ text }) => text);
    const framing = new Set(['begin', 'commit', 'rollback']);
    expect(unprepared.filter((text) => !framing.has(text))).toEqual([]);
  },
);

async function consent(shopper: Shopper) {
  await shopper.start();
  await shopper.call('recordConsent', { agree: 'YES' });
}

function register(shopper: Shopper, mobile: string) {
  const registration = { name: 'Asha', mobile, state: 'Kerala', agree1: true };
  return shopper.call('register', registration);
}

async function registerAndReadCode(shopper: Shopper, mobile: string) {
  await shopper.register(mobile);
  typedCode = await shopper.code(mobile);
}

function verify(shopper: Shopper, mobile?: string) {
  return shopper.call('verifyOtp', { otp: typedCode, mobile });
}

/** Visits and published documents are written in the background, during any call. */
const isInBackground = ({ text }: Statement) => /inaam\.(?:visit|published_document)/.test(text);

type Statement = {
  text: string;
  /** Whether its connection parses and plans it only once. */
  isPrepared: boolean;
};

type Work = (sofar: () => readonly Statement[]) => Promise<unknown>;

/** @returns a function that runs `work` and returns the statements sent meanwhile, in order */
function logStatements(database: Database): (work: Work) => Promise<Statement[]> {
  const sent: Statement[] = [];
  const logged = new WeakSet<Connection>();
  database.on('acquire', (connection) => {
    if (logged.has(connection)) return;
    logged.add(connection);
    const query = connection.query.bind(connection);
    Object.assign(connection, {
      query(...parameters: unknown[]): unknown {
        const statement = statementOf(parameters[0]);
        if (!isOfNewConnection(statement)) sent.push(statement);
        return Reflect.apply(query, connection, parameters);
      },
    });
  });
  return async (work) => {
    const before = sent.length;
    const sofar = () => sent.slice(before);
    await work(sofar);
    return sofar();
  };
}

/** A connection that has been idle for long is replaced, whatever call comes next. */
const isOfNewConnection = ({ text }: Statement) => text.includes('pg_postmaster_start_time');

/** @param query the first parameter of `query()`: the text, or an object with it */
function statementOf(query: unknown): Statement {
  if (typeof query === 'string') return { text: query, isPrepared: false };
  if (typeof query !== 'object' || query === null || !('text' in query)) {
    throw new Error('Failed to log a statement: it has no text.');
  }
  return { text: String(query.text), isPrepared: 'name' in query && query.name !== undefined };
}
