import type { DefaultWords } from '../../public/words.ts';

export const entry: DefaultWords['entry'] = {
  pageTitle: '{campaign}',
  scriptsNeeded: 'भाग घेण्यासाठी कृपया तुमच्या ब्राउझरमध्ये JavaScript सुरू करा.',
  cannotStart: 'हे पेज या ब्राउझरमध्ये चालत नाही. कृपया तो अपडेट करा, किंवा Chrome किंवा दुसरा फोन वापरा.',
  skipToContent: 'थेट मुख्य भागाकडे जा',
};
