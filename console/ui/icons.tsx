import type { ReactNode } from 'react';

function icon(shape: ReactNode) {
  return function Icon({ size = 18 }: { size?: number }) {
    return (
      <svg
        width={size}
        height={size}
        viewBox="0 0 24 24"
        fill="none"
        stroke="currentColor"
        strokeWidth={1.8}
        strokeLinecap="round"
        strokeLinejoin="round"
        aria-hidden="true"
        focusable="false"
      >
        {shape}
      </svg>
    );
  };
}

export const OverviewIcon = icon(<path d="M4 20V10M10 20V4M16 20v-7M21 20H3" />);
export const PersonIcon = icon(
  <>
    <circle cx="12" cy="8" r="4" />
    <path d="M4 21c1.5-4 4.5-6 8-6s6.5 2 8 6" />
  </>,
);
export const StockIcon = icon(
  <>
    <path d="M4 8.5 12 4l8 4.5v7.5L12 20.5 4 16z" />
    <path d="M4 8.5 12 13l8-4.5M12 13v7.5" />
  </>,
);
export const CampaignIcon = icon(<path d="M5 21V4M5 4.5h13l-3 4.25 3 4.25H5" />);
export const SkippedIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" strokeDasharray="3 3" />
    <path d="M8.5 12h7" />
  </>,
);
export const TableIcon = icon(
  <>
    <rect x="3" y="5" width="18" height="14" rx="1.5" />
    <path d="M3 10h18M3 14.5h18M10 5v14" />
  </>,
);
export const DownloadIcon = icon(<path d="M12 4v11M7 11l5 5 5-5M4 20h16" />);
export const PictureIcon = icon(
  <>
    <rect x="9" y="9" width="12" height="12" rx="1.5" />
    <path d="M15 9V4.5A1.5 1.5 0 0 0 13.5 3h-9A1.5 1.5 0 0 0 3 4.5v9A1.5 1.5 0 0 0 4.5 15H9" />
  </>,
);
export const WellIcon = icon(<path d="M5 12.5l4.5 4.5L19 7.5" />);
export const LookIcon = icon(
  <>
    <circle cx="12" cy="12" r="9" />
    <path d="M12 11v5M12 8v.01" />
  </>,
);
export const ActIcon = icon(<path d="M12 4 2.8 20h18.4L12 4zM12 10v4.5M12 17.5v.01" />);
export const KeyIcon = icon(
  <>
    <circle cx="8" cy="15" r="4.5" />
    <path d="M11.5 12 20 3.5M16 7.5l3 3" />
  </>,
);
export const CompanyIcon = icon(
  <>
    <path d="M5 20.5V4.5h9v16M14 9.5h5v11M3 20.5h18" />
    <path d="M8.5 8.5v.01M8.5 12v.01M8.5 15.5v.01" />
  </>,
);
export const LeaveIcon = icon(<path d="M14 4H5v16h9M10 12h11M17 8l4 4-4 4" />);
export const SearchIcon = icon(
  <>
    <circle cx="11" cy="11" r="6.5" />
    <path d="m16 16 5 5" />
  </>,
);
/** @public For plugins. */
export const CodeIcon = icon(
  <path d="M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v6M14 20h2" />,
);
export const DrawIcon = icon(
  <>
    <path d="M12 3 4.5 6v6c0 4.5 3.2 7.5 7.5 9 4.3-1.5 7.5-4.5 7.5-9V6L12 3z" />
    <path d="m8.5 12 2.5 2.5 4.5-5" />
  </>,
);
/** @public For plugins. */
export const BellIcon = icon(<path d="M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M12 3v2" />);
export const LogIcon = icon(<path d="M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01" />);
export const ReviewIcon = icon(
  <>
    <path d="M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6z" />
    <circle cx="12" cy="12" r="2.8" />
  </>,
);
export const UpIcon = icon(<path d="M12 20V4M5 11l7-7 7 7" />);
export const DownIcon = icon(<path d="M12 4v16M5 13l7 7 7-7" />);
export const CloseIcon = icon(<path d="M6 6l12 12M18 6 6 18" />);
export const OfflineIcon = icon(
  <>
    <path d="M5 12.5a10 10 0 0 1 4-2.4M2 9a15 15 0 0 1 5-3M19 12.5a10 10 0 0 0-3-2" />
    <path d="M22 9a15 15 0 0 0-10-4M8.5 16a5 5 0 0 1 6 0M12 19.5v.01M3 3l18 18" />
  </>,
);
export const UploadIcon = icon(<path d="M12 16V5M7 9.5l5-5 5 5M4 15.5V20h16v-4.5" />);
