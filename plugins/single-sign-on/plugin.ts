/** Colleagues sign in to the console by the company's OpenID Connect provider. */
export const singleSignOn = { name: 'single-sign-on' };
