export const team = {
  name: 'team',
  auditWords: {
    'console team invite': 'Invited somebody to the console',
    'console team renew': 'Made another link of an invitation',
    'console team roles': 'Changed what somebody may do',
    'console team take-back': 'Took back an invitation',
  },
};
