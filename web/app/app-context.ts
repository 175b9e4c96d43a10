import type { ComponentType } from 'react';
import type { Answer } from '@inaam/contract/calls.ts';
import type { Calls, SessionAnswer } from '../api/calls.ts';
import type { LocaleStore } from '../locale/locale-store.ts';
import type { Message } from '../locale/message.ts';
import type { PageCampaign } from '../locale/page-campaign.ts';
import type { Drafts } from '../session/storage/drafts.ts';
import type { Arrival, Entry } from '../session/entry.ts';
import type { Round } from '../session/round.ts';
import type { Person } from '../session/person.ts';
import type { SafeStorage } from '../session/storage/safe-storage.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Track } from '../tracking/tracker.ts';
import type { Loading } from '../ui/loading.ts';
import type { ErrorHandling } from './errors/error-handling.ts';
import type { Navigation } from './browser.ts';
import type { Network } from './network/network.ts';
import type { Notices } from './notices/notices.ts';
import type { OverlayStore } from './layout/overlay-store.ts';
import type { RewardEntrance } from './reward/reward-entrance.ts';

/** Proof of a purchase, a code in the form of the registration; a plugin has it. */
export type Purchase = {
  /** The link's code as the field shows it; empty if it has none. */
  linked: string;
  /** Whether the link has a code, and another one than this. */
  isAnother: (registered: string | null) => boolean;
  /** @param isKnown the device has registered this number; the server knows whether it needs one */
  validate: (code: string, isKnown: boolean) => { purchase?: Message[] };
  /** Undefined: the error is not of the code. */
  refused: (error: unknown) => { purchase: Message[] } | undefined;
  arrivalOf: (answer: SessionAnswer) => Arrival;
  /** What to say to a number that may take part again: `amount`, `today`, `inAll`. */
  another: Message;
  /** What to say if the verification used none. */
  unused: (answer: Answer<'verifyOtp'>) => Message | undefined;
  Field: ComponentType<PurchaseFieldProps>;
};

/** @public For plugins. */
export type PurchaseFieldProps = {
  value: string;
  onCode: (code: string) => void;
  errors: readonly string[];
};

/** @public For plugins. */
export type PurchaseOptions = {
  campaign: PageCampaign;
  /** Of the link: a code, unless the link is of something else. */
  id: string | undefined;
  drafts: Drafts;
  tab: SafeStorage;
};

export type AppContext = Navigation &
  ErrorHandling & {
    campaign: PageCampaign;
    locale: LocaleStore;
    session: SessionStore;
    local: SafeStorage;
    person: Person;
    drafts: Drafts;
    calls: Calls;
    entry: Entry;
    /** That of the screen which uses it. */
    round: Round;
    /** If the campaign asks for it. */
    purchase: Purchase | undefined;
    loading: Loading;
    notices: Notices;
    overlay: OverlayStore;
    network: Network;
    rewardEntrance: RewardEntrance;
    leave: () => void;
    track: Track;
    /** Ms that never go back: for countdowns. */
    now: () => number;
  };

/** Filled by the chunk `plugins/web.ts`, which is loaded before the app if it is needed. */
export const purchaseSlot: { open?: (options: PurchaseOptions) => Purchase | undefined } = {};

/** A choice in the form of the registration, and what is sent of it. */
type Choice = { Field: ComponentType; fields: () => object };
export const choiceSlot: { open?: (app: AppContext) => Choice | undefined } = {};
