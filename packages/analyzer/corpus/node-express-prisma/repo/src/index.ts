import express from "express"
import { healthRouter } from "./routes/health"
const app = express()
app.use("/api", healthRouter)
const port = process.env.PORT || 4000
app.listen(port)
