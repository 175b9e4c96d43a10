import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'অংশ নিতে দয়া করে আপনার ব্রাউজারে JavaScript চালু করুন।',
  cannotStart: 'এই ব্রাউজারে পেজটি চলছে না। দয়া করে এটি আপডেট করুন, অথবা Chrome বা অন্য ফোন ব্যবহার করুন।',
  skipToContent: 'সরাসরি মূল অংশে যান',
};
