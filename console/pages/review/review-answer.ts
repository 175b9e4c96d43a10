import type { AnswerOf, FieldsOf } from '@inaam/contract/console/calls.ts';

export type Review = AnswerOf<'readReview'>;
export type Rule = Review['rules'][number];
export type ClusterRow = AnswerOf<'readClusters'>['clusters'][number];
export type Cluster = AnswerOf<'readCluster'>;
export type Member = Cluster['members'][number];
export type Preview = AnswerOf<'previewRule'>;
export type Action = FieldsOf<'decideVouchers'>['action'];
