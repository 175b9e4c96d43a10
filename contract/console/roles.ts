/** What a person of the console may do (docs/decisions/0036). */
export const consoleRoles = ['viewer', 'support', 'manager', 'auditor'] as const;

export type ConsoleRole = (typeof consoleRoles)[number];
