import { pluginPages } from '@inaam/plugins/console.ts';
import {
  CampaignIcon,
  DrawIcon,
  LogIcon,
  OverviewIcon,
  PersonIcon,
  StockIcon,
} from '../../ui/icons.tsx';
import { mayCall, type Page, type Session } from '../console-context.ts';

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
    pages: [{ path: '/person', label: 'Find a shopper', Icon: PersonIcon, call: 'findPerson' }],
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
      { path: '/draw', label: 'Draw', Icon: DrawIcon, call: 'readDraw' },
    ],
  },
  {
    label: 'Team',
    pages: [{ path: '/activity', label: 'Activity', Icon: LogIcon, call: 'readAudits' }],
  },
];

export const addressOfSection = (name: string) => (name === '' ? '/campaign' : `/campaign/${name}`);

export const isShownTo = (session: Session, { call, isShown }: Page): boolean =>
  mayCall(session.account.role, call) && isShown?.(session) !== false;

/** Those of plugins for which a page has a button. */
export const pagesFrom = (path: string, session: Session) =>
  pluginPages.filter((page) => page.from === path && isShownTo(session, page));

export const pageGroupsOf = (session: Session) =>
  groups
    .map(({ label, pages }) => ({
      label,
      pages: pages
        .flatMap((page) => [
          ...pluginPages.filter(({ before }) => before === page.path),
          page,
          ...pluginPages.filter(({ after }) => after === page.path),
        ])
        .filter((page) => isShownTo(session, page)),
    }))
    .filter(({ pages }) => pages.length > 0);
