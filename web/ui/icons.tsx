const lines = {
  menu: 'M4 7h16M4 12h16M4 17h16',
  /** A letter of each of two scripts. */
  language:
    'M2.5 6h9M7 6V3.5M10 6c-.6 3.6-3.4 6.6-6.8 8M4.6 8.4c1 2.6 2.8 4.6 5.2 5.8M11.5 20.5L16.2 9.5l4.8 11M13.2 16.8h6.2',
  close: 'M6 6l12 12M18 6L6 18',
  /** A crossed-out card. */
  free: 'M11.5 6H3v12h4M3 10h5M15.5 6H21v12H10.5M5 21L19 3',
  lock: 'M6 10.5h12v9.5H6zM8.5 10.5V8a3.5 3.5 0 0 1 7 0v2.5M12 14.5v2',
  /** A crossed-out telephone. */
  call: 'M7 4H4.5C4.5 12.5 11.5 19.5 20 19.5V15.5L15.5 14L13.8 16C11.2 14.8 9.2 12.8 8 10.2L9.5 8.5zM14.5 4.5l5.5 5.5M20 4.5L14.5 10',
  promoter: 'M4 20.5V9.5L12 4L20 9.5V20.5zM9.5 20.5V14h5v6.5',
  verified: 'M12 3l7.5 2.5V12c0 4.5-3 7.5-7.5 9c-4.5-1.5-7.5-4.5-7.5-9V5.5zM8.5 12l2.5 2.5l4.5-5',
  fault: 'M12 3a9 9 0 1 0 0 18a9 9 0 1 0 0-18zM12 7.5V13M12 16.4v0.1',
  sound: 'M15.5 9a4.2 4.2 0 0 1 0 6M18.25 6.25a8.1 8.1 0 0 1 0 11.5',
  muted: 'M16 9.5l5 5M21 9.5l-5 5',
};

/** @param surface a filled part */
export function Icon({ name, surface }: { name: keyof typeof lines; surface?: string }) {
  return (
    <svg
      viewBox="0 0 24 24"
      width="26"
      height="26"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.25"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
      focusable="false"
    >
      {surface !== undefined && <path d={surface} fill="currentColor" />}
      <path d={lines[name]} />
    </svg>
  );
}
