// What fields are called, wherever they are asked for or shown.
export const fieldNames = {
  name: 'नाम',
  mobile: 'मोबाइल नंबर',
  state: 'राज्य',
  stateChoose: 'अपना राज्य चुनें',
};
