/** Unknown /api paths (GEN-6). */
function answer({ request }: { request: Request }): Response {
  const error = `Not found: ${new URL(request.url).pathname}`
  return Response.json({ error }, { status: 404 })
}

export const loader = answer
export const action = answer
