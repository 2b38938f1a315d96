"""${message}"""
revision = ${repr(up_revision)}
