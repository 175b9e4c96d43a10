// The app's state as an attribute of the document, through which the page's scripts and the app
// communicate.

/** @param state `refused`: this browser cannot run the app, and start-watch.js says so. */
export function setAppState(state: 'fetching' | 'started' | 'refused'): void {
  document.documentElement.dataset['app'] = state;
  document.dispatchEvent(new Event('app-state'));
}

export const isAppStarted = (): boolean => document.documentElement.dataset['app'] === 'started';
