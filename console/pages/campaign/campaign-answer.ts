import type { AnswerOf } from '@inaam/contract/console/calls.ts';

export type Campaign = AnswerOf<'readCampaign'>;
export type Checklist = NonNullable<Campaign['checklist']>;
export type Finding = Checklist['findings'][number];
export type LaunchStep = Checklist['launch'][number];
export type Proposal = Campaign['proposals'][number];
