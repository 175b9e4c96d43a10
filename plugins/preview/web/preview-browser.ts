// A browser in memory: nothing is stored, and nothing leaves the frame.
import { prefersReducedMotion } from '@inaam/web/optional.ts';
import type { Browser } from '@inaam/web/app/browser.ts';
import { parseCampaign } from '@inaam/web/locale/page-campaign.ts';
import { rememberAgreement } from '@inaam/web/session/storage/notice-answer.ts';
import type { SafeStorage } from '@inaam/web/session/storage/safe-storage.ts';
import { openSession } from '@inaam/web/session/session-store.ts';
import { createPerson } from '@inaam/web/session/person.ts';
import { memoryHistory, setPath } from './memory-location.ts';
import { sampleFetch, sample } from './sample-answers.ts';
import type { Scene } from './scenes.ts';

function memory(): SafeStorage {
  const values = new Map<string, string>();
  return {
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => void values.set(key, value),
    removeItem: (key) => void values.delete(key),
  };
}

export function previewBrowser(text: string, scene: Scene): Browser {
  const campaign = parseCampaign(text);
  const { isScanned, path, isOnline } = scene;
  const [tab, local] = [memory(), memory()];
  remember(scene, { campaign, tab, local });
  setPath(path);
  return {
    campaignText: scene.isBroken ? text.replace('"steps":[', '"stairs":[') : text,
    sessionStorage: () => tab,
    localStorage: () => local,
    cookies: { cookie: '' },
    location: { pathname: path, protocol: 'https:', search: isScanned ? '?utm_source=qrcode' : '' },
    history: memoryHistory,
    onMove: () => undefined,
    fetch: sampleFetch(campaign, scene),
    pause: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
    isOnline: () => isOnline,
    onNetwork: () => undefined,
    now: () => Date.now(),
    document,
    isReduced: prefersReducedMotion,
    hasAgreedBefore: () => false,
  };
}

type Kept = { campaign: ReturnType<typeof parseCampaign>; tab: SafeStorage; local: SafeStorage };

/** The state a shopper's tab and phone would have stored by now. */
function remember(scene: Scene, { campaign, tab, local }: Kept): void {
  const { name, mobile, state, token } = sample(campaign);
  const session = openSession(tab);
  const { hasAgreed, isVerified, isFixedReward, pending, amount } = scene;
  if (hasAgreed) {
    rememberAgreement(local, { userKey: token.userKey, version: campaign.noticeVersion });
  }
  if (pending || isVerified) {
    const fixedState = Object.keys(campaign.fixedRewards)[0] ?? state;
    const registration = { name, mobile, state: isFixedReward ? fixedState : state };
    createPerson(session, local).register(registration);
  }
  if (!isVerified) return;
  session.setState({ ...token, isFixedReward, rewardAmount: amount, isConsentGiven: true });
}
