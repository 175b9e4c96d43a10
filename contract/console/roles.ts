/** The permissions of console users (docs/decisions/0036). */
export const consoleRoles = ['viewer', 'support', 'manager', 'auditor'] as const;

export type ConsoleRole = (typeof consoleRoles)[number];
