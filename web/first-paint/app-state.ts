// The app's state as an attribute of the document, shared by the page's scripts and the app.

/** @param state `refused`: this browser cannot run the app, and start-watch.js shows a message. */
export function setAppState(state: 'fetching' | 'started' | 'refused'): void {
  document.documentElement.dataset['app'] = state;
  document.dispatchEvent(new Event('app-state'));
}

export const isAppStarted = (): boolean => document.documentElement.dataset['app'] === 'started';
