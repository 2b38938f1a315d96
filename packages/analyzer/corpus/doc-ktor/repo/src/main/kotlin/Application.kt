package com.example

import io.ktor.server.application.*
import io.ktor.server.response.*
import io.ktor.server.routing.*

fun main(args: Array<String>) {
    io.ktor.server.netty.EngineMain.main(args)
}

fun Application.module() {
    connectDatabase(environment.config)
    routing {
        get("/") { call.respondText("Tasks") }
        get("/health") { call.respondText("ok") }
    }
}
