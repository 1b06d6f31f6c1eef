import { redirect } from '@remix-run/node'

const asset = /\.[a-z0-9]{1,8}$/i

/** Redirects unknown pages to the landing page; unknown assets are 404 (GEN-6). */
export function loader({ request }: { request: Request }): Response {
  if (asset.test(new URL(request.url).pathname))
    throw new Response('Not found', { status: 404, headers: { 'Content-Type': 'text/plain' } })
  return redirect('/')
}

export function action(): Response {
  return redirect('/')
}
