import { createContext, type ReactNode, useContext, useSyncExternalStore } from 'react'
import { subscribeToTexts, textsOf, textsVersion } from './i18n.client.ts'

type Found = ReturnType<typeof textsOf>

const Version = createContext(0)

/** Renders the page again when texts arrive that it has looked for. */
export function Texts({ children }: { children: ReactNode }) {
  const version = useSyncExternalStore(subscribeToTexts, textsVersion, textsVersion)
  return <Version.Provider value={version}>{children}</Version.Provider>
}

let found = { version: 0, byNamespace: new Map<string, Found>() }

/**
 * What `useTranslation` of react-i18next gives, without i18next, whose 20 KB every page would load. `textsPlugin` puts it in place. `t`
 * stays the same until texts arrive that were missed.
 */
export function useTranslation(namespaces?: string | readonly string[]): Found {
  const version = useContext(Version)
  if (found.version !== version) found = { version, byNamespace: new Map() }
  const namespace = (typeof namespaces === 'string' ? namespaces : namespaces?.[0]) ?? 'ui'
  const known = found.byNamespace.get(namespace) ?? textsOf(namespace)
  found.byNamespace.set(namespace, known)
  return known
}
