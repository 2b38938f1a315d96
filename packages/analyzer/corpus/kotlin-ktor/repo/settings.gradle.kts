rootProject.name = "greeter"

dependencyResolutionManagement {
    repositories {
        mavenCentral()
    }
}
