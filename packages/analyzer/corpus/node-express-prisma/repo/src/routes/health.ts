export const healthRouter = Router()
healthRouter.get("/health", (q,r)=>r.send("ok"))
