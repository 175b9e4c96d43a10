// What the first paint hands over to the app.
/**
 * The app's state is an attribute of the document, shared by the page's scripts and the app.
 * @param state start-watch.js says `refused`: this browser cannot run the app; and `busy`: the
 * server does not send it now.
 */
export function setAppState(state: 'fetching' | 'busy' | 'started' | 'refused'): void {
  document.documentElement.dataset['app'] = state;
  document.dispatchEvent(new Event('app-state'));
}
