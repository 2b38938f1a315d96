package org.acme.core;

public record Thing(String name) {}
