/** @param path of 24 by 24 */
function icon(path: string) {
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
        <path d={path} />
      </svg>
    );
  };
}

export const OverviewIcon = icon('M4 20V10M10 20V4M16 20v-7M21 20H3');
export const PersonIcon = icon('M8 8a4 4 0 1 0 8 0a4 4 0 1 0-8 0M4 21c1.5-4 4.5-6 8-6s6.5 2 8 6');
export const StockIcon = icon('M4 8.5 12 4l8 4.5v7.5L12 20.5 4 16zM4 8.5 12 13l8-4.5M12 13v7.5');
export const CampaignIcon = icon('M5 21V4M5 4.5h13l-3 4.25 3 4.25H5');
export const SkippedIcon = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M8.5 12h7');
export const TableIcon = icon(
  'M4.5 5h15a1.5 1.5 0 0 1 1.5 1.5v11a1.5 1.5 0 0 1-1.5 1.5h-15a1.5 1.5 0 0 1-1.5-1.5v-11a1.5 1.5 0 0 1 1.5-1.5zM3 10h18M3 14.5h18M10 5v14',
);
export const DownloadIcon = icon('M12 4v11M7 11l5 5 5-5M4 20h16');
export const PictureIcon = icon(
  'M10.5 9h9a1.5 1.5 0 0 1 1.5 1.5v9a1.5 1.5 0 0 1-1.5 1.5h-9a1.5 1.5 0 0 1-1.5-1.5v-9a1.5 1.5 0 0 1 1.5-1.5zM15 9V4.5A1.5 1.5 0 0 0 13.5 3h-9A1.5 1.5 0 0 0 3 4.5v9A1.5 1.5 0 0 0 4.5 15H9',
);
export const WellIcon = icon('M5 12.5l4.5 4.5L19 7.5');
export const LookIcon = icon('M3 12a9 9 0 1 0 18 0a9 9 0 1 0-18 0M12 11v5M12 8v.01');
export const ActIcon = icon('M12 4 2.8 20h18.4L12 4zM12 10v4.5M12 17.5v.01');
export const KeyIcon = icon(
  'M3.5 15a4.5 4.5 0 1 0 9 0a4.5 4.5 0 1 0-9 0M11.5 12 20 3.5M16 7.5l3 3',
);
export const CompanyIcon = icon(
  'M5 20.5V4.5h9v16M14 9.5h5v11M3 20.5h18M8.5 8.5v.01M8.5 12v.01M8.5 15.5v.01',
);
export const LeaveIcon = icon('M14 4H5v16h9M10 12h11M17 8l4 4-4 4');
export const SearchIcon = icon('M4.5 11a6.5 6.5 0 1 0 13 0a6.5 6.5 0 1 0-13 0M16 16l5 5');
/** @public For plugins. */
export const CodeIcon = icon('M4 4h6v6H4zM14 4h6v6h-6zM4 14h6v6H4zM14 14h2v2M20 14v6M14 20h2');
export const DrawIcon = icon(
  'M12 3 4.5 6v6c0 4.5 3.2 7.5 7.5 9 4.3-1.5 7.5-4.5 7.5-9V6L12 3zM8.5 12l2.5 2.5 4.5-5',
);
/** @public For plugins. */
export const BellIcon = icon('M6 17V11a6 6 0 0 1 12 0v6l1.5 1.5h-15zM10 21h4M12 3v2');
export const LogIcon = icon('M8 6h12M8 12h12M8 18h12M4 6v.01M4 12v.01M4 18v.01');
export const ReviewIcon = icon(
  'M3 12s3.5-6 9-6 9 6 9 6-3.5 6-9 6-9-6-9-6zM9.2 12a2.8 2.8 0 1 0 5.6 0a2.8 2.8 0 1 0-5.6 0',
);
export const UpIcon = icon('M12 20V4M5 11l7-7 7 7');
export const DownIcon = icon('M12 4v16M5 13l7 7 7-7');
export const CloseIcon = icon('M6 6l12 12M18 6 6 18');
export const OfflineIcon = icon(
  'M5 12.5a10 10 0 0 1 4-2.4M2 9a15 15 0 0 1 5-3M19 12.5a10 10 0 0 0-3-2M22 9a15 15 0 0 0-10-4M8.5 16a5 5 0 0 1 6 0M12 19.5v.01M3 3l18 18',
);
export const UploadIcon = icon('M12 16V5M7 9.5l5-5 5 5M4 15.5V20h16v-4.5');
