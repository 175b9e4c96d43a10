// Who has access to the console, and who gives it.
import * as z from 'zod/mini';
import { reason } from '@inaam/contract/console/audit.ts';
import { consoleRoles } from '@inaam/contract/console/roles.ts';

const readers = ['manager', 'auditor'] as const;
const managers = ['manager'] as const;
/** By the campaign's clock, ms. */
const time = z.int();
const account = z.uuid();
const role = z.enum(consoleRoles);

/** In place of a campaign: each of them, also those that are added later. */
export const everyCampaign = '*';
const place = z.string().check(z.minLength(1), z.maxLength(100));
/** Null: no access. */
const changes = z
  .array(z.object({ campaign: place, role: z.nullable(role) }))
  .check(z.minLength(1), z.maxLength(200));
/** Shown once. */
const link = z.object({ name: z.string(), link: z.string(), until: time });

export const team = {
  readTeam: {
    path: 'team',
    may: readers,
    isRefreshed: true,
    fields: z.object({}),
    answer: z.object({
      /** With a role in this campaign, by name. */
      people: z.array(
        z.object({
          id: account,
          name: z.string(),
          role,
          /** The role is the one in every campaign. */
          isEverywhere: z.boolean(),
          /** In the places in which the reader gives roles. */
          roles: z.array(z.object({ campaign: place, role })),
          isYou: z.boolean(),
          mayChange: z.boolean(),
          seenAt: z.nullable(time),
          /** Of somebody who has not come yet; `by`: null: the command. Null: has come. */
          invited: z.nullable(
            z.object({ by: z.nullable(z.string()), until: time, isOpen: z.boolean() }),
          ),
        }),
      ),
      /** In which the reader gives roles, `everyCampaign` first. */
      places: z.array(z.object({ campaign: place, name: z.string() })),
    }),
  },
  invitePerson: {
    path: 'team/invite',
    may: managers,
    fields: z.object({ name: z.string().check(z.maxLength(100)), roles: changes, reason }),
    answer: link,
  },
  /** Only of somebody who has not come yet. The link before it ends. */
  renewInvitation: {
    path: 'team/renew',
    may: managers,
    fields: z.object({ account, reason }),
    answer: link,
  },
  /** Ends the account with it. */
  takeBackInvitation: {
    path: 'team/take-back',
    may: managers,
    fields: z.object({ account, reason }),
    answer: z.object({}),
  },
  /** Takes effect at once. Without a role anywhere the account ends. */
  changeRoles: {
    path: 'team/roles',
    may: managers,
    fields: z.object({ account, roles: changes, reason }),
    answer: z.object({ isChanged: z.boolean(), isEnded: z.boolean() }),
  },
} as const;
