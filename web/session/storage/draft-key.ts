export const draftKey = (form: 'registration' | 'details') => `inaam-draft-${form}`;
