// What fields are called, wherever they are asked for or shown.
export const fieldNames = {
  name: 'Name',
  mobile: 'Mobile Number',
  state: 'State',
  stateChoose: 'Choose your state',
};
