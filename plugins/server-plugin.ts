import type { FastifyInstance, FastifyReply } from 'fastify';
import type { PluginAnswers } from '@inaam/contract/calls.ts';
import type { AnswerOf } from '@inaam/contract/console/calls.ts';
import type { PluginParts } from '@inaam/campaigns/loader/plugin-files.ts';
import type { ServerCampaign } from '@inaam/campaigns/loader/server-campaign.ts';
import type { ConsoleContext, ConsoleContexts } from '@inaam/server/console/context.ts';
import type { Clocks } from '@inaam/server/database/clocks.ts';
import type { Mutex } from '@inaam/server/database/batches/gather.ts';
import type { Database, Queryable } from '@inaam/server/database/database.ts';
import type { ReadCards } from '@inaam/server/draw/read-cards.ts';
import type { Opening, Verdict } from '@inaam/server/figures/opening.rules.ts';
import type { CodeStorage } from '@inaam/server/codes/request-code.call.ts';
import type { Entry, Handler, PluginHandlers } from '@inaam/server/http/context.ts';
import type { SentMessageId } from '@inaam/server/http/refusal.ts';
import type { DocumentFrame } from '@inaam/server/http/page/document-frame.ts';
import type { Found } from '@inaam/server/main/checks/launch.rules.ts';
import type {
  DeliveryDependencies,
  DeliveryLog,
  VoucherWatch,
} from '@inaam/server/messages/delivery-dependencies.ts';
import type { Variables } from '@inaam/server/operator/settings/read-settings.ts';
import type { EnrolmentStep } from '@inaam/server/participants/write-verifications.sql.ts';
import type { Log } from '@inaam/server/platform/log.ts';
import type { Finding } from '@inaam/server/platform/finding.ts';
import type { AllKeys, Secrets } from '@inaam/server/platform/keys.ts';
import type { Purchase } from '@inaam/server/platform/personal-data.ts';
import type { SmsPathOptions } from '@inaam/server/sms/paths/sms-path.ts';
import type { BoundPurchase } from '@inaam/server/vouchers/take-vouchers.sql.ts';
import type { Sealer, VoucherPublicKey } from '@inaam/server/platform/seal.ts';

export type PluginDependencies = {
  database: Database;
  campaign: ServerCampaign;
  clocks: Clocks;
  /** Opens what `SEAL_KEYS` seals. */
  keys: Pick<Sealer, 'open'>;
  smsPaise: number;
  log: DeliveryLog;
  /** The settings of the program. */
  variables: Variables;
};

/** @public The process can seal voucher codes and open nothing. */
export type LoaderAccess = {
  /** Never print it: it may contain a password. */
  databaseUrl: string;
  secrets: { index: Uint8Array; voucherPublic: VoucherPublicKey };
};

/** What the routes of plugins know of the program. */
export type ConsoleRoutes = {
  contexts: ConsoleContexts;
  /** Not where only calls are served. */
  hasPage: boolean;
  /** Without it no voucher codes can be loaded. */
  loaderAccess: LoaderAccess | undefined;
  campaignOf: (token: string) => ServerCampaign | undefined;
  samplesOf: (campaign: ServerCampaign, language: string) => PluginAnswers;
};

/** @public What the pages of plugins know of `serve`. */
export type SitePages = {
  database: Database;
  campaign: ServerCampaign;
  clocks: Clocks;
  frame: DocumentFrame;
  /** Of each page, such as the notice of the demonstration. */
  extras: (language: string) => Readonly<Record<string, unknown>>;
  /** Whether people can take part now. */
  isOpen: () => boolean;
};

/** @public For plugins. */
export type Sending = Omit<DeliveryDependencies, 'paths' | 'host'> & { variables?: Variables };
type Start<Own = PluginDependencies> = (own: Own) => Promise<Stoppable> | Stoppable;
/** @public `cleanUp` deletes once what has expired, of any campaign of this database. */
export type DeliveryOwn = PluginDependencies & {
  keys: DeliveryDependencies['keys'];
  cleanUp: (campaign: ServerCampaign) => Promise<void>;
};
type Stoppable = { stop(): Promise<void> };

/** What a plugin adds to the programs; `server.ts` lists them. */
export type ServerPlugin = {
  /** Begins its work in `deliver`, beside the SMS. */
  deliver?: Start<DeliveryOwn>;
  /** In `deliver`: the paths of messages, with its own among them. */
  pathsOf?: (own: Sending, paths: readonly SmsPathOptions[]) => readonly SmsPathOptions[];
  /** In `deliver`, before it sends the first. */
  watchVouchers?: (own: Sending) => Promise<VoucherWatch>;
  /** In `console`, once for each of its campaigns. */
  console?: Start;
  /** In `console`: how people sign in, beside or instead of passkeys. */
  signIn?: (
    own: Pick<ConsoleContext, 'origin' | 'variables'>,
  ) => Pick<ConsoleContext, 'openIdProvider' | 'takesPasskeys'>;
  /** Of `console`, which are no calls. */
  routes?: (app: FastifyInstance, own: ConsoleRoutes) => Promise<void>;
  /** The same under `/api`, with bodies that are no JSON. */
  uploads?: { minutesMax: number; add: (app: FastifyInstance, own: ConsoleRoutes) => void };
  /** A campaign that it has checked, for the preview. */
  campaignOf?: ConsoleRoutes['campaignOf'];
  /** What its calls answer in the preview. */
  samplesOf?: ConsoleRoutes['samplesOf'];
  /** Settings of the demonstration. `owner` of the database; `at`: wall time, ms. */
  demonstrate?: (owner: Database, campaign: string, at: number) => Promise<void>;
  /**
   * In `serve`: what it answers, also in place of the registration. `headMutex` is of all that lock
   * the ledger's head.
   */
  calls?: (own: {
    database: Database;
    campaign: ServerCampaign;
    readCards: ReadCards;
    headMutex: Mutex;
  }) => PluginHandlers & { register?: Handler<'register', CodeStorage> };
  /** In `serve`: the campaign as it is corrected while it runs. `look` reads what is new. */
  corrected?: (
    own: Pick<SitePages, 'database' | 'campaign'> & { log: Pick<Log, 'info' | 'error'> },
  ) => Promise<{ campaign: () => ServerCampaign; look: () => Promise<void> }>;
  /** In `serve`: its pages, of which hooks may answer in place of the site's. */
  pages?: (app: FastifyInstance, own: SitePages) => Promise<void>;
  /** What a field of its calls is refused with that is wrong in itself. */
  fieldRefusals?: Readonly<Record<string, SentMessageId>>;
  /** Once a minute, in `deliver`. `now`: wall time, ms. */
  tidy?: (database: Database, campaign: string, now: number) => Promise<unknown>;
  /** What a person is told of what it has stored about participations, by pseudonym (hex). */
  person?: (
    database: Database,
    campaign: string,
    pseudonyms: readonly Buffer[],
  ) => Promise<ReadonlyMap<string, object>>;
  /** The app in which the messages of its path arrive. */
  app?: { path: string; name: string };
  /** What the console says of a reward that is given in another way than by its voucher. */
  told?: (
    own: Pick<ConsoleContext, 'database' | 'campaign' | 'clocks'>,
    reward: { pseudonym: Buffer; isBonus: boolean },
  ) => Promise<{ summary: string; tellCaller: string } | undefined>;
  /** Its line of `doctor`, by the settings of `deliver`. `isOf`: absent: of every campaign. */
  check?: {
    name: string;
    isOf?: (campaign: ServerCampaign) => boolean;
    needsNone?: true;
    run: (database: Database, campaign: string, variables: Variables) => Promise<Finding>;
  };
  /** Its step of `launch`, before the stock. `own`: secrets of `serve`, if known here. */
  launch?: {
    step: string;
    read: (database: Database, campaign: ServerCampaign, own?: SomeSecrets) => Promise<Found>;
  };
  /** What shoppers need to take part. */
  entry?: Entry & {
    isOf: (campaign: EntryCampaign) => boolean;
    /** For its own calls. */
    storage: (database: Database, campaign: EntryCampaign) => object;
    stepOf: (campaign: EntryCampaign) => EnrolmentStep | undefined;
    /** Why a voucher is not owed for this purchase, which `serve` has written. */
    wrongIn: (
      purchase: BoundPurchase | undefined,
      own: { campaign: EntryCampaign; keys: DeliveryDependencies['keys'] },
    ) => string | undefined;
  };
  /** A metric of `deliver`. */
  gauge?: {
    name: string;
    help: string;
    label: string;
    read: (database: Database, campaign: string) => Promise<Readonly<Record<string, number>>>;
  };
};

type SomeSecrets = Partial<Secrets>;
export type EntryCampaign = Pick<ServerCampaign, 'id'> & PluginParts;
type VerdictsOf = (otps: number) => Verdict[];
type Period = Readonly<Record<'from' | 'until', number>>;
type Counted = AnswerOf<'readOverview'>['counted'];

/** What a plugin adds to the overview; `figures.ts` lists them. */
export type FiguresPlugin = {
  /** Why nobody can take part. */
  closed: (connection: Queryable, campaign: EntryCampaign) => Promise<Opening['closed']>;
  /** @returns what they are with so many OTPs since then */
  verdicts: (connection: Queryable, id: string, since: number) => Promise<VerdictsOf>;
  /** What it counts of everybody in a period, wall ms. */
  counts?: (connection: Queryable, campaign: ServerCampaign, period: Period) => Promise<Counted>;
};

export type DemoOptions = {
  /** In the role `inaam_operator`. */
  database: Database;
  campaign: ServerCampaign;
  keys: AllKeys;
  clocks: { wall: () => number };
};

/** @public For plugins. */
export type SendPage = (reply: FastifyReply, type: string, body: string) => unknown;

export type DemoPart = {
  /** What it adds to the link of the shopper. */
  link: () => Promise<string>;
  page: { label: string; path: string };
  addPage: (app: FastifyInstance, send: SendPage) => void;
};

/** What a plugin adds to the demonstration; `demo.ts` lists them. */
export type DemoPlugin = {
  /** @returns undefined where the campaign does not have it */
  open: (options: DemoOptions) => Promise<DemoPart | undefined>;
  /** For simulated shoppers. */
  fill: (options: DemoOptions, shoppers: number) => Promise<(() => Purchase) | undefined>;
};
