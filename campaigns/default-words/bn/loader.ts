import type { LoaderWords } from '../../public/words.ts';

export const loader: LoaderWords = {
  startingSession: 'শুরু হচ্ছে...',
  loading: 'লোড হচ্ছে...',
  verifyingOtp: 'OTP যাচাই হচ্ছে...',
  resendingOtp: 'OTP আবার পাঠানো হচ্ছে...',
  gettingStates: 'রাজ্যের তালিকা আসছে',
  savingDetails: 'তথ্য সেভ হচ্ছে...',
  fetchingDetails: 'তথ্য আসছে...',
  busy: 'এখন সাইটে খুব ভিড়। দয়া করে একটু অপেক্ষা করুন: এটি নিজে থেকেই এগোবে।',
};
