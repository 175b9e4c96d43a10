import {
  campaignParameter,
  consoleCalls,
  type AnswerOf,
  type ConsoleCallName,
} from '@inaam/contract/console/calls.ts';
import { createContext, use, type ComponentType, type ReactNode } from 'react';
import type { SendCall } from './calls/send-call.ts';
import { useLocation } from 'wouter';

export type Session = AnswerOf<'readSession'> & {
  /** The campaign's clock minus the browser's. */
  readonly aheadMs: number;
  /** The page shows all campaigns of the account, and makes no call about one. */
  readonly isHome: boolean;
};

export type Console = {
  /** Waits until somebody signs in again after the session has ended. */
  readonly call: SendCall;
  readonly session: Session;
  readonly leave: (call: 'signOut' | 'signOutEverywhere') => Promise<void>;
  /** The last reason that was given, until the page is left. */
  readonly reason: string;
  readonly rememberReason: (reason: string) => void;
  /**
   * Number, pseudonym or end of a voucher code of whom another page wants to be looked up, in no
   * address; undefined: nobody.
   */
  readonly wanted: string | undefined;
  readonly want: (wanted: string | undefined) => void;
  /** By the campaign's clock, ms. */
  readonly now: () => number;
};

export type Page = {
  readonly path: string;
  readonly label: string;
  readonly Icon: ComponentType;
  /** Roles that may not make this call do not see the page. */
  readonly call: ConsoleCallName;
  /** Absent: in every campaign. */
  readonly isShown?: (session: Session) => boolean;
};

/** Fetched once it is opened. */
export type PluginPage = Page & {
  /** Beside which page of the core it is in the menu. */
  readonly before?: string;
  readonly after?: string;
  /** The page of the core that has a button for it. */
  readonly from?: string;
  /** The pattern of its addresses; absent: the path. */
  readonly route?: string;
  /** People decide there about vouchers that are held. */
  readonly decidesHolds?: true;
  readonly load: () => Promise<ComponentType>;
};

/** Sign-in at the company's provider. */
export type CompanySignIn = {
  /** Leaves this page; the provider sends the browser back. `token`: of an invitation. */
  readonly go: (send: SendCall, token: string | null, isWindow: boolean) => Promise<unknown>;
  readonly openWindow: () => void;
  readonly finish: (send: SendCall, response: string) => Promise<unknown>;
  /** The page in that window. */
  readonly load: () => Promise<ComponentType<{ readonly send: SendCall }>>;
};

/** For who has several campaigns: the page `/`, and the choice in the header of the others. */
export type CampaignHome = {
  readonly load: () => Promise<ComponentType>;
  readonly Switch: ComponentType;
};

export type Campaign = AnswerOf<'readCampaign'>;

/** Proportions, width in pixels, and bytes that a picture of the site may have. */
type PicturePlace = Readonly<
  Record<'across' | 'down' | 'widthMin' | 'widthMax' | 'bytesMax', number>
>;

/** Makes a picture for a place of the site of a photo. */
export type PhotoTool = {
  /** As of an input. */
  readonly accept: string;
  readonly load: () => Promise<
    ComponentType<{
      readonly photo: File;
      readonly title: string;
      readonly place: PicturePlace;
      /** An AVIF; undefined: nobody wants it. */
      readonly done: (picture: Uint8Array | undefined) => void;
    }>
  >;
};

export type Place = { readonly file: string; readonly path: readonly (string | number)[] };

/** A value of a campaign's JSON. */
export type EditedField = Place & {
  readonly label: string;
  /** A sentence, where the label is not enough. */
  readonly help?: string;
  /** A list: one of its words. */
  readonly kind: 'text' | 'long' | 'number' | 'day' | readonly string[];
};

/** A campaign's folder as it is edited. */
export type CampaignEditing = {
  readonly mayEdit: boolean;
  /** As typed, else as saved. */
  readonly valueAt: (place: Place) => unknown;
  /** JSON; without a value, what is there is removed. */
  readonly set: (changes: readonly (Place & { readonly value?: unknown })[]) => void;
  /** Of the draft alone, and those that can be added. */
  readonly newLanguages: readonly string[];
  readonly moreLanguages: readonly string[];
  /** Those that may take part. */
  readonly states: readonly string[];
  /** SVG, or AVIF in base64; null: there is none. `isChanged`: in the draft, or not saved yet. */
  readonly pictures: readonly {
    readonly file: string;
    readonly content: string | null;
    readonly isChanged: boolean;
    readonly bytesMax: number;
    readonly place: Omit<PicturePlace, 'bytesMax'> | null;
  }[];
  /** Drops what was typed there, or else what was saved. */
  readonly undo: (file: string) => void;
  readonly problems: readonly (Place & {
    readonly level: 'fault' | 'hint';
    readonly text: string;
  })[];
  readonly photoTool: PhotoTool | undefined;
  readonly Fields: ComponentType<{
    readonly editing: CampaignEditing;
    readonly fields: readonly EditedField[];
  }>;
};

/** What a plugin adds to the editor of a campaign. */
export type EditorPart = {
  readonly name: string;
  readonly label: string;
  /** Of the preview. */
  readonly screen: string;
  /** Whether it shows the problem of a place. */
  readonly shows: (place: Place, valueAt: CampaignEditing['valueAt']) => boolean;
  readonly load: () => Promise<ComponentType<{ readonly editing: CampaignEditing }>>;
};

export type SectionProps = {
  readonly campaign: Campaign;
  /** The section `isPreview`. */
  readonly Preview?: Section | undefined;
  readonly photoTool?: PhotoTool | undefined;
  readonly parts?: readonly EditorPart[];
  /** What the preview shows beside the fields that change it, in their language. */
  readonly draft?: {
    /** Null: there was no state without a fault yet. */
    readonly token: string | null;
    readonly language: string;
    /** To begin with. */
    readonly screen: string;
  };
};
export type Section = (props: SectionProps) => ReactNode;

/** Of the page Campaign. Fetched once it is opened. */
export type CampaignSection = {
  /** The last part of the address. */
  readonly name: string;
  readonly label: string;
  /** Follows the label. */
  readonly Note?: () => ReactNode;
  /** Shows screens of the site. */
  readonly isPreview?: true;
  readonly load: () => Promise<Section>;
};

/** At the end of a page of the core. Fetched once that is opened. */
export type PagePanel = Pick<Page, 'call'> & {
  readonly page: string;
  readonly load: () => Promise<ComponentType>;
};

export const ConsoleContext = createContext<Console | undefined>(undefined);

export function useConsole(): Console {
  const found = use(ConsoleContext);
  if (found === undefined) {
    throw new Error('Failed to find the console: render this inside ConsoleContext.');
  }
  return found;
}

export function mayCall(role: Session['account']['role'], name: ConsoleCallName): boolean {
  const { may } = consoleCalls[name];
  return may === 'nobody' || may.some((one) => one === role);
}

/** Opens “Find a shopper” for a term; undefined if the role may not look anybody up. */
export function useLookUp(): ((term: string) => void) | undefined {
  const { session, want } = useConsole();
  const [, open] = useLocation();
  if (session.isHome || !mayCall(session.account.role, 'findPerson')) return undefined;
  return (term) => {
    want(term);
    open('/person');
  };
}

// The page's address names the campaign of a console that has several, and so does each call: tabs
// with different campaigns never act in the wrong one.

const prefix = /^\/c\/([a-z0-9-]+)(?=\/|$)/;

/** Undefined: the address names none. */
export const campaignIn = (path: string): string | undefined => prefix.exec(path)?.[1];

/** @param path without a campaign */
export const addressOfCampaign = (id: string, path: string): string => `/c/${id}${path}`;

/** @public The address of a file or frame, for this page's campaign. */
export function useAddress(): (address: string) => string {
  const { session } = useConsole();
  const named = `${campaignParameter}=${session.campaign.id}`;
  return (address) =>
    session.campaigns.length > 1
      ? `${address}${address.includes('?') ? '&' : '?'}${named}`
      : address;
}

/** @returns whether a person has used the page since the last call */
export function watchInput(page: EventTarget): () => boolean {
  let hasInput = false;
  for (const kind of ['keydown', 'pointerdown', 'wheel']) {
    page.addEventListener(kind, () => (hasInput = true), { capture: true, passive: true });
  }
  return () => {
    const had = hasInput;
    hasInput = false;
    return had;
  };
}
