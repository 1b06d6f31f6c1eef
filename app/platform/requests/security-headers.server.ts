import type { ServerResponse } from 'node:http'
import type { NextFunction, Request, Response } from 'express'
import helmet from 'helmet'
import { env } from '#app/platform/env.server.ts'
import { requestContext } from './request-context.server.ts'

const permissionsPolicy = [
  'camera=(self)',
  'microphone=(self)',
  'display-capture=(self)',
  'fullscreen=(self)',
  'geolocation=()',
  'payment=()',
  'usb=()',
  'browsing-topics=()',
].join(', ')

/** Paths ending in `/frame` are parts of our own pages, which show them in a frame. */
const framed = (request: { url?: string | undefined }) => /^[^?]*\/frame(?:$|\?)/i.test(request.url ?? '')

/**
 * Security headers with an enforced content security policy: scripts only from this host or with this response's nonce.
 */
export function securityHeaders(options: { https: boolean; viteDevServer: boolean }) {
  const withNonce = () => `'nonce-${requestContext().nonce}'`
  const headers = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'self'"],
        scriptSrc: ["'self'", withNonce],
        // Vite's development server puts styles into the page; the production build does not.
        styleSrc: options.viteDevServer ? ["'self'", "'unsafe-inline'"] : ["'self'", withNonce],
        imgSrc: ["'self'", 'data:', 'blob:'],
        mediaSrc: ["'self'", 'blob:'],
        fontSrc: ["'self'"],
        connectSrc: ["'self'"],
        workerSrc: ["'self'", 'blob:'],
        objectSrc: ["'none'"],
        frameSrc: ["'self'"],
        frameAncestors: [(request) => (framed(request) ? "'self'" : "'none'")],
        formAction: ["'self'"],
        baseUri: ["'none'"],
        ...(options.https ? { upgradeInsecureRequests: [] } : {}),
      },
    },
    strictTransportSecurity: options.https ? { maxAge: 63_072_000, includeSubDomains: true } : false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    crossOriginEmbedderPolicy: false,
    xFrameOptions: { action: 'deny' },
  })
  return (request: Request, response: Response, next: NextFunction): void => {
    response.setHeader('Permissions-Policy', permissionsPolicy)
    headers(request, response, (error?: unknown) => {
      if (framed(request)) response.setHeader('X-Frame-Options', 'SAMEORIGIN')
      next(error)
    })
  }
}

/** What a file of the build needs of them: it is no document, and nobody frames it. */
const ofAssets = ['x-content-type-options', 'cross-origin-resource-policy', 'strict-transport-security', 'vary']

/**
 * Leaves a script, a style or an icon the headers that it needs. The others are a kilobyte, and a page loads thirty files, each of
 * a kilobyte or two.
 */
export function keepAssetHeaders(response: ServerResponse): void {
  for (const name of response.getHeaderNames()) if (!ofAssets.includes(name)) response.removeHeader(name)
}

export const securityHeadersMiddleware = securityHeaders({
  https: env.https,
  viteDevServer: process.env.NODE_ENV === 'development',
})
