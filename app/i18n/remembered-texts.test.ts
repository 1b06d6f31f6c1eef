import { createInstance, type i18n } from 'i18next'
import { expect, it } from 'vitest'
import { i18nOptions } from './configuration.ts'
import { locales } from './locale.ts'
import { rememberTexts } from './remembered-texts.server.ts'
import { byNamespace, type Texts } from './texts.ts'
import { translator } from './translator.ts'

const bundles = import.meta.glob<Texts>('./bundles/*.ts', { eager: true, import: 'texts' })

function instanceOf(locale: string): i18n {
  const instance = createInstance()
  const resources = { [locale]: byNamespace(bundles[`./bundles/${locale}.ts`] ?? {}) }
  void instance.init({ ...i18nOptions, lng: locale, resources, initAsync: false })
  return instance
}

type Named = { key: string; names: Set<string> }

/** The keys of the texts with parameters, without the endings of plural forms. */
function keysOf(texts: object): Named[] {
  const found = new Map<string, Named>()
  const add = (content: object, path: string) => {
    for (const [name, value] of Object.entries(content)) {
      const key = path + name.replace(/_(zero|one|two|few|many|other)$/, '')
      if (typeof value === 'object') add(value as object, `${path}${name}.`)
      const known = found.get(key) ?? { key, names: new Set() }
      for (const [, parameter = ''] of String(value).matchAll(/\{\{\s*(\w+)/g)) known.names.add(parameter)
      found.set(key, known)
    }
  }
  add(texts, '')
  return [...found.values()].filter(({ names }) => names.size > 0)
}

const each = (names: Set<string>, give: (name: string) => unknown) =>
  Object.fromEntries([...names].map((name) => [name, give(name)]))

it.each(locales)(
  'gives the texts that i18next gives, again and again, on the server and in a browser (%s)',
  (locale) => {
    const plain = instanceOf(locale)
    const remembering = rememberTexts(instanceOf(locale))
    const namespaces = byNamespace(bundles[`./bundles/${locale}.ts`] ?? {}) as Record<string, object>
    const own = translator(locale, (namespace) => namespaces[namespace])
    let compared = 0
    for (const [namespace, texts] of Object.entries(namespaces)) {
      const t = plain.getFixedT(locale, namespace as 'ui') as (key: string, params: object) => string
      const again = remembering.getFixedT(locale, namespace as 'ui') as typeof t
      for (const { key, names } of keysOf(texts)) {
        const words = each(names, (name) => `$t(${name}) {{${name}}} $1`)
        const numbers = each(names, () => 12_345.5)
        const given = [
          { ...words, count: 0 },
          { ...words, count: 1 },
          { ...numbers, count: 2 },
          { ...numbers, count: 1_000_000 },
          { ...numbers, count: null },
          {},
        ]
        for (const params of given) {
          const wanted = t(key, params)
          if (again(key, params) !== wanted || again(key, params) !== wanted)
            expect([key, params, again(key, params)]).toEqual([key, params, wanted])
          if (own.text(key, namespace, params) !== wanted)
            expect([key, params, own.text(key, namespace, params)]).toEqual([key, params, wanted])
          compared += 1
        }
      }
    }
    expect(compared).toBeGreaterThan(1000)
  },
)

it.each(['bids:noSuch.key', 'noSuch:key', 'noSuch', '__proto__.x', 'error', 'Total: 5'])(
  'knows that %s is no text',
  (key) => {
    const own = translator('en', (namespace) => byNamespace(bundles['./bundles/en.ts'] ?? {})[namespace])
    expect(own.exists(key, 'ui')).toBe(false)
    expect(own.text(key, 'ui')).toBe(key.slice(key.indexOf(':') + 1))
  },
)
