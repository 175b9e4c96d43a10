// What plugins add to a campaign: a file of its folder, by the file's name, and words.
import { packs } from './packs/campaign.ts';
import { questions } from './question/campaign.ts';
import { upi } from './upi/campaign.ts';
import { whatsapp } from './whatsapp/campaign.ts';

export const campaignPlugins = { packs, questions, upi, whatsapp };
/** The part of the words that only campaigns write, and no browser gets. */
export const writtenWords = { ...questions.words };
/** Of the words, for pages of campaigns with the file. */
export const pluginSections = { ...packs.sections, ...questions.sections };
/** Sentences of `messages`, for the same pages. */
export const pluginMessages = { ...packs.messages, ...questions.messages };
/** Those that only the server says. */
export const pluginRefusals = { ...packs.refusals };
