// A gateway's HTTP interface as data: the request to send, and how to read the answer.
import * as z from 'zod';
import { smsCategories } from '@inaam/campaigns/sms/sms-category.ts';

const isPattern = (text: string) => {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
};

export const patternSchema = z.string().max(200).refine(isPattern, 'must be a regular expression');
/** For example `200` or `200-299`. */
const statusRange = z
  .string()
  .regex(/^\d{3}(?:-\d{3})?$/, 'must be a status such as 200 or 200-299');
/** For example `messages.0.id`; an empty place is the whole answer. */
const jsonPlace = z.string().max(100);

const rule = z.strictObject({
  is: z.enum(['accepted', 'refusedPermanently', 'refusedForNow', 'throttled', 'unknown']),
  status: z.union([statusRange, z.array(statusRange)]).optional(),
  /** Each place of the JSON answer must match its pattern. */
  json: z.record(jsonPlace, patternSchema).optional(),
  text: patternSchema.optional(),
});

/** A place in the answer; the pattern's first group is the value. */
const part = z.union([
  z.strictObject({ json: jsonPlace }),
  z.strictObject({ text: patternSchema }),
  z.strictObject({ header: z.string().max(60) }),
]);

const filled = z.record(z.string().max(60), z.string().max(2000));

/** Placeholders in its strings, such as `{mobile}`, are filled in: `../paths/placeholders.ts`. */
export const httpGatewaySchema = z
  .strictObject({
    method: z.enum(['GET', 'POST', 'PUT']).default('POST'),
    address: z.string().max(500),
    query: filled.default({}),
    headers: filled.default({}),
    /** HTTP Basic. */
    basic: z.strictObject({ user: z.string(), password: z.string() }).optional(),
    form: filled.optional(),
    json: z.record(z.string(), z.json()).optional(),
    /** A body with this text, for gateways that expect everything else in headers. */
    text: z.string().max(2000).optional(),
    /** The value of `{encoding}` for texts in GSM 7 bit and for others; omitted: none. */
    encoding: z
      .strictObject({ gsm7: z.string().max(60).optional(), ucs2: z.string().max(60).optional() })
      .optional(),
    /** The value of `{category}` for each DLT category; omitted: none. */
    categories: z.partialRecord(z.enum(smsCategories), z.string().max(60)).optional(),
    answer: z.strictObject({
      /** The first matching rule applies. */
      rules: z.array(rule).min(1, 'must say which answer means that a message was accepted'),
      reference: part.optional(),
      reason: part.optional(),
    }),
  })
  .refine(({ form, json, text }) => [form, json, text].filter(Boolean).length < 2, {
    message: 'must have one of form, json and text: a request has one body',
  })
  .refine(({ method, form, json, text }) => method !== 'GET' || !(form ?? json ?? text), {
    path: ['method'],
    message: 'must be POST or PUT for a request with a body',
  });

export type HttpGateway = z.infer<typeof httpGatewaySchema>;
export type AnswerRules = HttpGateway['answer'];
export type AnswerPart = z.infer<typeof part>;
