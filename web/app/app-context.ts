import type { PackCodes } from '@inaam/contract/pack-code.ts';
import type { ComponentType } from 'react';
import type { Calls } from '../api/calls.ts';
import type { LocaleStore } from '../locale/locale-store.ts';
import type { Message } from '../locale/message.ts';
import type { PageCampaign } from '../locale/page-campaign.ts';
import type { Drafts } from '../session/storage/drafts.ts';
import type { Entry } from '../session/entry.ts';
import type { Round } from '../session/round.ts';
import type { Person } from '../session/person.ts';
import type { SafeStorage } from '../session/storage/safe-storage.ts';
import type { SessionStore } from '../session/session-store.ts';
import type { Track } from '../tracking/tracker.ts';
import type { Loading } from '../ui/loading.ts';
import type { ErrorHandling } from './errors/error-handling.ts';
import type { Navigation } from './navigation.ts';
import type { Hero } from './hero.ts';
import type { Network } from './network/network.ts';
import type { Notices } from './notices/notices.ts';
import type { OverlayStore } from './layout/overlay-store.ts';
import type { RewardEntrance } from './reward/reward-entrance.ts';

/** The code of a pack in the form of the registration (`features/pack`). */
export type Pack = {
  /** The link's code as the field shows it; empty if it has none. */
  linked: string;
  /** Whether the link has a code, and another one than this. */
  isAnother: (registered: string | null) => boolean;
  /** @param isKnown the device has registered this number; the server knows whether it needs one */
  validate: (pack: string, isKnown: boolean) => { pack?: Message[] };
  /** Undefined: the error is not of the code. */
  refused: (error: unknown) => { pack: Message[] } | undefined;
  Field: ComponentType<PackFieldProps>;
};

export type PackFieldProps = {
  value: string;
  onPack: (pack: string) => void;
  errors: readonly string[];
};

export type PackOptions = {
  codes: PackCodes;
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
    /** Where each pack has a code. */
    pack: Pack | undefined;
    loading: Loading;
    notices: Notices;
    overlay: OverlayStore;
    network: Network;
    rewardEntrance: RewardEntrance;
    hero: Hero;
    leave: () => void;
    track: Track;
    /** Ms that never go back: for countdowns. */
    now: () => number;
  };

/** Filled by the chunk `features/pack`, which is loaded before the app if packs have codes. */
export const packSlot: { open?: (options: PackOptions) => Pack } = {};
