import 'virtual:texts/ui'
import 'virtual:texts/shell'
import 'virtual:texts/errors'
import 'virtual:texts/validation'
import { RemixBrowser } from '@remix-run/react'
import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { I18nextProvider } from 'react-i18next'
import { startI18n } from './i18n/i18n.client.ts'
import { decodePageData } from './platform/requests/page-data.client.ts'
import { shareLoaderRequest } from './ui/keep-shown.ts'
import { keepTypedForms } from './ui/keep-typed.ts'
import { RequestIdContext, StatusContext } from './ui/page-handle.ts'

shareLoaderRequest()
keepTypedForms()
const [i18n] = await Promise.all([startI18n(), decodePageData()])

startTransition(() => {
  hydrateRoot(
    document,
    <I18nextProvider i18n={i18n}>
      <StatusContext.Provider value={Number(document.documentElement.dataset.status ?? 200)}>
        <RequestIdContext.Provider value={document.documentElement.dataset.requestId}>
          <StrictMode>
            <RemixBrowser />
          </StrictMode>
        </RequestIdContext.Provider>
      </StatusContext.Provider>
    </I18nextProvider>,
  )
})
