import type { ConsoleCallName } from '@inaam/contract/console/calls.ts';
import {
  BellIcon,
  CampaignIcon,
  DrawIcon,
  LogIcon,
  PacksIcon,
  OverviewIcon,
  PersonIcon,
  ReviewIcon,
  StockIcon,
} from '../../ui/icons.tsx';
import { mayCall, type Session } from '../console-context.ts';

type Page = {
  readonly path: string;
  readonly label: string;
  readonly Icon: typeof OverviewIcon;
  /** Roles that may not make this call do not see the page. */
  readonly call: ConsoleCallName;
  /** Absent: in every campaign. */
  readonly isShown?: (session: Session) => boolean;
};

const groups: readonly { label: string; pages: readonly Page[] }[] = [
  {
    label: 'Campaign',
    pages: [
      { path: '/', label: 'Overview', Icon: OverviewIcon, call: 'readOverview' },
      { path: '/campaign', label: 'Campaign', Icon: CampaignIcon, call: 'readCampaign' },
    ],
  },
  {
    label: 'Shoppers',
    pages: [
      { path: '/person', label: 'Find a shopper', Icon: PersonIcon, call: 'findPerson' },
      { path: '/review', label: 'Review', Icon: ReviewIcon, call: 'readReview' },
    ],
  },
  {
    label: 'Rewards',
    pages: [
      {
        path: '/deliveries',
        label: 'Stock and delivery',
        Icon: StockIcon,
        call: 'readStock',
      },
      {
        path: '/packs',
        label: 'Packs',
        Icon: PacksIcon,
        call: 'readPacks',
        isShown: ({ campaign }) => campaign.hasPacks,
      },
      { path: '/draw', label: 'Draw', Icon: DrawIcon, call: 'readDraw' },
    ],
  },
  {
    label: 'Team',
    pages: [
      { path: '/alerts', label: 'Alerts', Icon: BellIcon, call: 'readAlerts' },
      { path: '/activity', label: 'Activity', Icon: LogIcon, call: 'readAudits' },
    ],
  },
];

/** Sections of the page Campaign, by the last part of the address. */
export const campaignSections = {
  '': 'Status',
  edit: 'Edit',
  preview: 'Preview',
  sms: 'SMS',
} as const;

export const addressOfSection = (name: string) => (name === '' ? '/campaign' : `/campaign/${name}`);

export const pageGroupsOf = (session: Session) =>
  groups
    .map(({ label, pages }) => ({
      label,
      pages: pages.filter(
        ({ call, isShown }) => mayCall(session.account.role, call) && isShown?.(session) !== false,
      ),
    }))
    .filter(({ pages }) => pages.length > 0);
