import { vitePlugin as remix } from '@remix-run/dev'
import tailwindcss from '@tailwindcss/vite'
import { defineConfig, type Rollup } from 'vite'
import { intlDataPlugin } from './app/i18n/intl-data-vite-plugin.ts'
import { textsPlugin } from './app/i18n/texts-vite-plugin.ts'
import { iconsPlugin } from './app/ui/icons-vite-plugin.ts'
import { themesPlugin } from './app/ui/themes/themes-vite-plugin.ts'
import { currencies } from './db/vocabulary/currencies.ts'
import remixConfig from './remix.config.js'

declare module '@remix-run/node' {
  interface Future {
    v3_singleFetch: true
  }
}

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    themesPlugin(),
    textsPlugin(),
    intlDataPlugin(currencies),
    iconsPlugin(),
    remix(remixConfig),
  ],
  // Native and for the server only, but the development server's scan for browser packages follows imports into it.
  optimizeDeps: { exclude: ['@node-rs/argon2'] },
  // Source maps for browsers would contain whole route modules with loaders and guards, for anybody to fetch.
  build: {
    target: 'es2022',
    // Five percent smaller than esbuild's output, on every page.
    minify: isSsrBuild ? false : 'terser',
    terserOptions: { module: true, compress: { passes: 3 }, ecma: 2020, format: { comments: false } },
    sourcemap: isSsrBuild ? 'hidden' : false,
    assetsInlineLimit: 0,
    rollupOptions: isSsrBuild ? {} : { output: { manualChunks: chunkOf } },
  },
}))

/** Modules that nearly every page needs share one chunk: one file compresses far better than many small ones. */
function chunkOf(id: string, { getModuleInfo }: Rollup.ManualChunkMeta): string | undefined {
  const texts = /\/app\/i18n\/locales\/(\w+)\/(ui|shell|errors|validation)\.json/.exec(id)
  if (texts) return `texts-${texts[1]}`
  // Icons in forms that other chunks use stay in workspace, or the two chunks would import each other and neither could
  // start.
  const users = icon.test(id) ? (getModuleInfo(id)?.importers ?? []) : []
  const ofForms = users.filter((user) => chunks.forms.test(user))
  if (ofForms.length > 0 && ofForms.length < users.length) return 'workspace'
  return Object.entries(chunks).find(([, modules]) => modules.test(id))?.[0]
}

const icon = /\/lucide-react\/dist\/esm\/icons\//

const chunks = {
  framework:
    /\/node_modules\/(@?remix-run|react(-[\w-]+)?|scheduler|turbo-stream|i18next)\/|\/lucide-react\/dist\/esm\/(?!icons\/)|preload-helper/,
  forms:
    /\/app\/ui\/(field|field-frame|select|text-area|checkbox|choice|money-field|form-card|submit-button|error-summary)\.tsx/,
  chat: /\/app\/features\/(messages\/ui\/message-bubble|conversations\/ui\/conversation-row)\.tsx$/,
  workspace:
    /\/app\/(root|i18n\/(format|i18n\.client)|ui\/(alert|avatar|button|classes|data-table|empty-state|failed-form|field-errors|input-class|money|page-handle|page-title|text|text-link|use-loaded|status-badge|page-section|pagination|card|tones|breadcrumbs|tabs)|features\/site\/(shell\/workspace-shell|routes\/workspace-layout))\.tsx?$/,
}
