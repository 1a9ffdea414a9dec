//! The clock, the timers and the tasks of a Web Worker.

use std::time::Duration;

use futures::FutureExt;
use futures::channel::oneshot;
use futures::future::BoxFuture;
use ishi_server::Runtime;
use wasm_bindgen::JsValue;
use wasm_bindgen::prelude::{Closure, wasm_bindgen};
use wasm_bindgen_futures::spawn_local;

#[wasm_bindgen]
extern "C" {
    #[wasm_bindgen(js_namespace = performance, js_name = now)]
    fn milliseconds() -> f64;

    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(callback: &JsValue, milliseconds: f64);
}

/// The worker that the module runs in.
#[derive(Debug)]
pub(crate) struct Worker;

impl Runtime for Worker {
    fn now(&self) -> Duration {
        Duration::from_secs_f64(milliseconds() / 1000.0)
    }

    fn sleep(&self, time: Duration) -> BoxFuture<'static, ()> {
        let (timer, over) = oneshot::channel();
        after(time, move || {
            let _ = timer.send(());
        });
        over.map(drop).boxed()
    }

    fn spawn(&self, task: BoxFuture<'static, ()>) {
        spawn_local(task);
    }

    /// There is only one thread. Messages that have arrived already are taken in before the work: they may make it
    /// unnecessary.
    fn run_blocking(&self, work: Box<dyn FnOnce() + Send>) {
        after(Duration::ZERO, work);
    }
}

fn after(time: Duration, work: impl FnOnce() + 'static) {
    set_timeout(&Closure::once_into_js(work), time.as_secs_f64() * 1000.0);
}
