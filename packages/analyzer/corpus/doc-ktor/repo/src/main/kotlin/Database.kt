package com.example

import io.ktor.server.config.*
import org.jetbrains.exposed.sql.Database

fun connectDatabase(config: ApplicationConfig) {
    Database.connect(
        url = config.property("database.url").getString(),
        user = config.property("database.user").getString(),
        password = config.property("database.password").getString(),
    )
}
