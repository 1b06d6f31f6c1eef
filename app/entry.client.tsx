import 'virtual:texts/ui'
import 'virtual:texts/shell'
import 'virtual:texts/errors'
import 'virtual:texts/validation'
import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { startTexts } from './i18n/i18n.client.ts'
import { Texts } from './i18n/use-translation.client.tsx'
import { decodePageData } from './platform/requests/page-data.client.ts'
import { shareLoaderRequest } from './ui/keep-shown.ts'
import { keepTypedForms } from './ui/keep-typed.ts'
import { RequestIdContext, StatusContext } from './ui/page-handle.ts'

shareLoaderRequest()
keepTypedForms()
await Promise.all([startTexts(), decodePageData()])

startTransition(() => {
  hydrateRoot(
    document,
    <Texts>
      <StatusContext.Provider value={Number(document.documentElement.dataset.status ?? 200)}>
        <RequestIdContext.Provider value={document.documentElement.dataset.requestId}>
          <StrictMode>
            <RemixBrowser />
          </StrictMode>
        </RequestIdContext.Provider>
      </StatusContext.Provider>
    </Texts>,
  )
})
