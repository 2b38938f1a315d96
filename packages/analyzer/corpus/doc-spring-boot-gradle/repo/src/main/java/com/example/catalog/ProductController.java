package com.example.catalog;

import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;
import reactor.core.publisher.Mono;

@RestController
class ProductController {
	@GetMapping("/healthz")
	Mono<String> health() {
		return Mono.just("ok");
	}
}
