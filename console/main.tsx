import '@inaam/contract/zod-without-eval.ts';
import './ui/global.css';
import { MantineProvider } from '@mantine/core';
import { Notifications } from '@mantine/notifications';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Announcer } from './ui/announcer.tsx';
import { arrivalOf, readArrival } from './app/sign-in/arrival.ts';
import { campaignIn, watchInput } from './app/console-context.ts';
import { createSendCall } from './app/calls/send-call.ts';
import { readableColors, theme } from './app/layout/theme.ts';
import { App } from './app.tsx';

const root = document.querySelector('#root');
if (root === null) {
  throw new Error('Failed to start: the page has no element #root. Serve the built index.html.');
}
const { arrival, isWindow } = readArrival(window);
// A link that is opened over the open page changes its fragment only.
window.addEventListener('hashchange', () => {
  if (arrivalOf(`${window.location.pathname}${window.location.hash}`).kind !== 'page') {
    window.location.reload();
  }
});
const send = createSendCall(
  (...request) => fetch(...request),
  watchInput(window),
  () => campaignIn(window.location.pathname),
);
const queries = new QueryClient({
  defaultOptions: {
    // Try calls even if the browser believes it is offline: only a failed call proves it.
    queries: { retry: false, networkMode: 'always', refetchOnWindowFocus: false },
    mutations: { retry: false, networkMode: 'always' },
  },
});

createRoot(root).render(
  <StrictMode>
    <MantineProvider theme={theme} cssVariablesResolver={readableColors} defaultColorScheme="auto">
      <QueryClientProvider client={queries}>
        <Announcer>
          <Notifications position="top-center" />
          <App send={send} arrival={arrival} isWindow={isWindow} />
        </Announcer>
      </QueryClientProvider>
    </MantineProvider>
  </StrictMode>,
);
