// What each program may do in the database. `migrate` owns everything and grants these privileges
// after each migration. The other programs assume their own role, so that a fault in one cannot do
// what only another may do.
import { plugins } from '@inaam/plugins/plugins.ts';
import { consoleRights } from './console-rights.ts';

export const roles = [
  'inaam_serve',
  'inaam_deliver',
  'inaam_operator',
  /** Reads only the ledger and the commitment, and says that it runs and what it has checked. */
  'inaam_draw',
  'inaam_console',
  /** Used by the console for uploads: adds codes to the stock and can read none. */
  'inaam_loader',
  /** For people who check the books with SQL. */
  'inaam_audit',
] as const;

export type Role = (typeof roles)[number];

/** SQL privileges, with columns in parentheses; a role that is missing has none. */
type Rights = Partial<Record<Role, string>>;

const given = (privileges: string, ...names: readonly Role[]): Rights =>
  Object.fromEntries(names.map((name) => [name, privileges]));
const readBy = (...names: readonly Role[]) => given('select', ...names);
const narrow: readonly Role[] = ['inaam_draw', 'inaam_loader'];
const all = readBy(...roles.filter((role) => !narrow.includes(role)));
const drawToo = readBy('inaam_draw');

/** The update privilege on `campaign` exists only so that rows can be locked for deletion. */
const deletable = 'select, update (campaign), delete';

const changed = 'select, insert, update, delete';
/** Of people and devices, which the audit role cannot see. */
const traced: Rights = {
  inaam_deliver: deletable,
  ...readBy('inaam_operator', 'inaam_console'),
};
const beating = 'select, insert, update (beat_at, state, draw, draw_entry), delete';

export const rights: Readonly<Record<string, Rights>> = {
  migration: { ...all, ...drawToo },
  secret_check: {
    ...given('select, insert, update (seals)', 'inaam_serve', 'inaam_deliver', 'inaam_console'),
    inaam_operator: 'select, insert, update (value, seals)',
  },
  // The draw and the books. `serve` appends what the triggers allow; triggers change deck and
  // budget.
  commitment: { ...all, ...drawToo, inaam_operator: 'select, insert' },
  // `draw` says how far vouchers may go, and people what it sets aside.
  checked_ledger: {
    ...readBy('inaam_deliver'),
    inaam_draw: 'select, insert, update (entries, stopped_at, set_aside)',
    inaam_operator: 'select, update (decided)',
  },
  law: { ...all, inaam_operator: 'select, insert' },
  // A trigger applies it to ledger, head, deck and budget.
  amendment: { ...all, inaam_operator: 'select, insert' },
  head: {
    ...all,
    inaam_serve: 'select, update (next_ledger, last_hash, next_draw)',
    inaam_operator: 'select, insert, update (revealed_at, paused_at)',
    inaam_console: 'select, update (paused_at)',
  },
  deck: { ...all, inaam_operator: 'select, insert' },
  reveal: { ...all, inaam_operator: 'select, insert' },
  budget: {
    ...all,
    inaam_operator: 'select, insert',
    inaam_loader: 'select (campaign, amount)',
  },
  admission: { ...all, inaam_operator: 'select, insert' },
  reward: { ...all, inaam_serve: 'select, insert' },
  ledger: {
    ...readBy('inaam_operator', 'inaam_draw', 'inaam_audit', 'inaam_console'),
    inaam_serve: 'select, insert',
    inaam_deliver: 'select (campaign, number, kind, pseudonym)',
  },
  participant: {
    inaam_serve: 'select, insert, update (details_t)',
    ...readBy('inaam_deliver', 'inaam_operator'),
    inaam_console:
      'select (campaign, pseudonym, mobile_index, state, verified_at, claim, bonus_of)',
    inaam_audit: 'select (campaign, pseudonym, state, verified_at, claim, bonus_of)',
  },
  question: {
    ...all,
    inaam_serve: 'select, insert, update (answer, is_right, answered_at)',
  },
  visit: { ...traced, inaam_serve: 'insert (campaign, user_key, at, query, ip_info, language)' },
  consent: { ...traced, inaam_serve: 'select, insert' },
  device_limits: {
    inaam_serve: 'select, insert, update, delete',
    inaam_deliver: deletable,
    inaam_operator: 'select',
  },
  mobile_limits: {
    inaam_serve: 'select, insert, update, delete',
    inaam_deliver: deletable,
    inaam_operator: 'select, insert, update, delete',
    inaam_console: 'select, insert, update (blocked), delete',
  },
  send_counter: {
    inaam_serve: 'select, insert, update',
    inaam_deliver: deletable,
    inaam_operator: 'select',
  },
  used_proof: {
    inaam_serve: 'select, insert',
    inaam_deliver: deletable,
    inaam_operator: 'select (campaign, expires_at)',
  },
  challenge: {
    inaam_serve: 'select, insert, update',
    inaam_deliver: 'select, update, delete',
    inaam_operator: 'select, update (mobile_sealed, registration_sealed, code_sealed)',
    inaam_console:
      'select (campaign, user_key, mobile_index, mobile_sealed, registration_sealed, registered_at, code_expires_at, code_used_at, tries)',
  },
  personal_data: {
    // The number that the voucher goes to is written only once.
    inaam_serve: 'select, insert, update (name_sealed, details_sealed)',
    inaam_deliver: deletable,
    inaam_operator: 'select, update (mobile_sealed, name_sealed, details_sealed)',
    inaam_console: 'select',
  },
  token: {
    inaam_serve: 'select, insert, update',
    inaam_deliver: deletable,
    inaam_operator: 'select, update (revoked_at)',
    inaam_console:
      'select (campaign, number, pseudonym, user_key, created_at, expires_at, revoked_at), update (revoked_at)',
  },
  // Written only by the functions of erasure.
  withdrawal: readBy('inaam_operator', 'inaam_console'),
  erasure_receipt: {
    inaam_serve: 'select',
    inaam_deliver: deletable,
    inaam_operator: 'select (campaign, at)',
  },
  // The codes of packs. Only a use of one is stored: no program can list those that are unused.
  pack_batch: {
    ...readBy('inaam_audit', 'inaam_deliver'),
    inaam_serve: 'select, update (used_tries)',
    inaam_operator: 'select, insert, update',
    inaam_console: 'select, update (state, reason, changed_at)',
  },
  pack_code: { inaam_serve: 'select', inaam_operator: 'select, insert, delete' },
  pack_use: {
    ...readBy('inaam_audit', 'inaam_operator', 'inaam_deliver'),
    inaam_serve: 'select, insert, update (tries)',
    inaam_console: 'select (campaign, batch, tries)',
  },
  pack_refusal: {
    ...readBy('inaam_operator', 'inaam_console', 'inaam_deliver'),
    inaam_serve: 'select, insert, update (unknown, used, not_open)',
  },
  // The review: `deliver` measures, people in the console decide.
  review_rule: {
    ...readBy('inaam_deliver', 'inaam_operator', 'inaam_audit'),
    inaam_console: 'select, insert, update',
  },
  review_trace: { inaam_deliver: 'select, insert, update (campaign, pseudonym), delete' },
  review_cluster: {
    inaam_deliver: changed,
    inaam_console: 'select (number, campaign, rule, last_at, in_hour, in_day, in_week)',
  },
  review_member: {
    inaam_deliver: 'select, insert, update (campaign), delete',
    inaam_console: 'select',
  },
  review_hold: {
    ...readBy('inaam_operator', 'inaam_audit'),
    inaam_deliver: 'select, insert',
    inaam_console: 'select, insert, update',
    // For the age of waiting vouchers, in the metrics; and to hold the bonus of a held reward.
    inaam_serve: 'select (campaign, pseudonym, state), insert',
    inaam_loader: 'select (campaign, pseudonym, state)',
  },
  // Messages and voucher codes. `serve` creates messages, and never sees a code.
  message: {
    inaam_serve:
      'select, insert (campaign, kind, pseudonym, voucher_amount, user_key, mobile_index, code_hash, guarded_at, code_sealed, owed_at, priority)',
    inaam_deliver: 'select, update, delete',
    inaam_operator:
      'select, update (code_sealed, state, resends, sent_at, ended_at, provider_reference, path, reason, due_at, attempts)',
    inaam_console:
      'select (id, campaign, kind, state, pseudonym, voucher_amount, user_key, mobile_index, tries, resends, owed_at, sent_at, ended_at, reason, sending_since, due_at, leased_until), update (state, resends, sent_at, ended_at, provider_reference, path, reason, due_at, attempts)',
    inaam_loader:
      'select (id, campaign, kind, state, pseudonym, voucher_amount, owed_at, due_at, leased_until), update (due_at, attempts)',
    inaam_audit:
      'select (id, campaign, kind, state, pseudonym, voucher_amount, tries, owed_at, sent_at, ended_at, reason, path)',
  },
  delivery: {
    inaam_deliver: 'select, insert, delete',
    inaam_operator: 'select, insert',
    inaam_console: 'select, insert',
    ...readBy('inaam_audit'),
  },
  voucher: {
    inaam_serve: 'select (campaign, amount, pseudonym, expires_on, withdrawn_at)',
    inaam_deliver: 'select, update (pseudonym, assigned_at)',
    inaam_operator: 'select, insert, update (code_sealed)',
    inaam_console:
      'select (campaign, code_index, end_index, amount, pseudonym, assigned_at, batch, expires_on, withdrawn_at), update (withdrawn_at)',
    inaam_loader:
      'select (campaign, code_index, amount, pseudonym, expires_on, withdrawn_at), insert (campaign, code_index, code_sealed, end_index, amount, expires_on, loaded_at, batch)',
    inaam_audit:
      'select (campaign, amount, loaded_at, pseudonym, assigned_at, batch, expires_on, withdrawn_at)',
  },
  voucher_batch: {
    ...all,
    inaam_operator: 'select, insert',
    inaam_console: 'select, update (withdrawn_at)',
    inaam_loader: 'select (number, codes), insert (campaign, loaded_at, codes)',
  },
  sms_receipt: {
    inaam_serve: 'insert',
    inaam_deliver: changed,
    inaam_operator: 'select (campaign, at)',
    inaam_console: 'select (campaign, at)',
  },
  sms_unread: {
    inaam_serve: 'select, insert, update (times, last_at)',
    ...readBy('inaam_operator', 'inaam_console'),
  },
  mailbox: {
    inaam_deliver: 'select, insert, update (campaign), delete',
    inaam_operator: 'select, update (mobile_sealed, text_sealed)',
  },
  process: {
    ...given(beating, 'inaam_serve', 'inaam_deliver', 'inaam_draw', 'inaam_console'),
    ...readBy('inaam_operator'),
  },
  identity: {
    ...readBy('inaam_serve', 'inaam_deliver', 'inaam_draw', 'inaam_console'),
    inaam_operator: 'select, update (database)',
  },
  campaign_draft: {
    ...readBy('inaam_operator', 'inaam_audit'),
    inaam_console:
      'select, insert, update (approved_at, approved_by, approver, approved_content), delete',
  },
  // Written by functions that act as the owner.
  figure_change: { inaam_deliver: 'select, delete' },
  figure_progress: {
    inaam_deliver: 'select, insert, update',
    ...readBy('inaam_operator', 'inaam_console'),
  },
  // `deliver` and `console` alert people, whichever of them notices first.
  alert_recipient: {
    inaam_deliver: 'select, update (reported_day, due_at, tries, sent_at, failing_since, failure)',
    inaam_console: changed,
    inaam_operator: 'select, update (target_sealed)',
  },
  alert: { inaam_deliver: changed, inaam_console: changed },
  alert_notice: { inaam_deliver: changed, inaam_console: changed },
  alert_turn: { inaam_deliver: changed, inaam_console: changed },
  rollup: {
    inaam_deliver: changed,
    ...readBy('inaam_serve', 'inaam_operator', 'inaam_console', 'inaam_audit'),
  },
  figure_part: {
    inaam_deliver: changed,
    ...readBy('inaam_operator', 'inaam_console', 'inaam_audit'),
  },
  audit: {
    inaam_operator: 'select, insert',
    inaam_console: 'select, insert',
    inaam_loader: 'insert',
    inaam_audit: 'select',
  },
  ...consoleRights,
  ...Object.fromEntries(plugins.flatMap((plugin) => Object.entries<Rights>(plugin.rights))),
};

/** Functions that act as their owner; no other role may call them. */
export const privileged: Readonly<Record<string, readonly Role[]>> = {
  erase_number: ['inaam_operator', 'inaam_console'],
  erase_proven: ['inaam_serve'],
  erase_withdrawn: ['inaam_deliver'],
  close_questions: ['inaam_deliver'],
  reconcile_vouchers: ['inaam_operator'],
};
