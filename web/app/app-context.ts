import type { Calls } from '../api/calls.ts';
import type { LocaleStore } from '../locale/locale-store.ts';
import type { PageCampaign } from '../locale/page-campaign.ts';
import type { Drafts } from '../session/storage/drafts.ts';
import type { Pack } from '../features/pack/pack-field.tsx';
import type { Entry } from '../session/entry.ts';
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

export type AppContext = Navigation &
  ErrorHandling & {
    campaign: PageCampaign;
    locale: LocaleStore;
    session: SessionStore;
    local: SafeStorage;
    drafts: Drafts;
    calls: Calls;
    entry: Entry;
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
    isOnline: () => boolean;
    now: () => number;
  };
