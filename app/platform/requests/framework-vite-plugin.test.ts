import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { frameworkPlugin } from './framework-vite-plugin.ts'

const remix = ['browser', 'components', 'routes', 'scroll-restoration'].map(
  (each) => `@remix-run/react/dist/esm/${each}`,
)
const modules = [
  ...remix,
  '@remix-run/router/dist/router',
  'react-router/dist/index',
  'react-router-dom/dist/index',
  'react-dom/client',
  'react-dom/cjs/react-dom.production.min',
  'engine.io-client/build/esm/transports/index',
].map((each) => `node_modules/${each}.js`)

const context = {
  error(message: string) {
    throw new Error(message)
  },
}

/** The plugin after its build has begun, with what it makes of a module and how the build of pages ends. */
function begun() {
  type Hooks = Record<'buildStart' | 'transform' | 'generateBundle', (...given: unknown[]) => { code: string } | null>
  const plugin = frameworkPlugin() as unknown as Hooks
  plugin.buildStart.call(context)
  return {
    transform: (code: string, id: string, ssr = false) => plugin.transform.call(context, code, id, { ssr }),
    end: () => plugin.generateBundle.call(context, {}, { 'assets/entry.client-x.js': {} }),
  }
}

it('finds in the packages every place that it has a fact for', () => {
  const { transform, end } = begun()
  for (const file of modules) transform(readFileSync(file, 'utf8'), `/${file}`)
  expect(end).not.toThrow()
})

it('fails the build when a package no longer has the place', () => {
  const { transform, end } = begun()
  for (const file of modules) if (!file.includes('react-router-dom')) transform(readFileSync(file, 'utf8'), `/${file}`)
  expect(end).toThrow('isViewTransitionUnavailable')
})

it('settles a flag, and leaves the server as it is', () => {
  const { transform } = begun()
  const id = '/node_modules/@remix-run/react/dist/esm/routes.js'
  expect(transform('if (future.v3_singleFetch) run()', id)?.code).toBe('if (true) run()')
  expect(transform('if (future.v3_singleFetch) run()', id, true)).toBeNull()
})

it.each([
  'jsx(Link, { to: "/", prefetch: "intent" })',
  'navigate("/", { viewTransition: true })',
  'return defer({ slow })',
])('refuses application code that a fact rules out: %s', (code) => {
  const { transform } = begun()
  expect(() => transform(code, '/app/features/a/page.tsx')).toThrow('framework-vite-plugin.ts')
  expect(transform('jsx(Link, { to: "/", prefetch: "none" })', '/app/features/a/page.tsx')).toBeNull()
})
