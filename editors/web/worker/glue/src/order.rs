//! The order of a module's functions. It means nothing to a browser, but gzip finds only what is repeated within 32 KiB.

use std::cmp::Reverse;
use std::collections::{HashMap, HashSet};

use wasm_encoder::reencode::{Error, Reencode, utils};
use wasm_encoder::{CodeSection, FunctionSection, Module};
use wasmparser::{
    BinaryReaderError, CodeSectionReader, FunctionBody, FunctionSectionReader, Operator, Parser, Payload, TypeRef,
};

/// How many bytes are compared at a time.
const PIECE: usize = 5;

/// How many functions have an index of one byte.
const SHORT_INDICES: usize = 128;

/// A piece in more functions than these says nothing about which of them are alike.
const MAX_COMMON: usize = 300;

/// Returns a module with the functions next to each other that are alike, after those that are called most: their
/// indices are short.
pub(crate) fn by_likeness(module: &[u8]) -> Result<Vec<u8>, Error> {
    let (imported, bodies) = functions(module)?;
    let mut order = most_called(imported, &bodies)?;
    chain(&bodies, &mut order);
    let mut places = vec![0; order.len()];
    for (place, &function) in order.iter().enumerate() {
        places[function] = place;
    }
    let mut ordered = Module::new();
    Ordered { imported, order, places }.parse_core_module(&mut ordered, Parser::new(0), module)?;
    Ok(ordered.finish())
}

/// The number of imported functions, which come first, and the bodies of the others.
fn functions(module: &[u8]) -> Result<(usize, Vec<FunctionBody<'_>>), BinaryReaderError> {
    let mut imported = 0;
    let mut bodies = Vec::new();
    for payload in Parser::new(0).parse_all(module) {
        match payload? {
            Payload::ImportSection(section) => {
                for import in section.into_imports() {
                    imported += usize::from(matches!(import?.ty, TypeRef::Func(_) | TypeRef::FuncExact(_)));
                }
            }
            Payload::CodeSectionEntry(body) => bodies.push(body),
            _ => {}
        }
    }
    Ok((imported, bodies))
}

/// Those that are called from most places.
fn most_called(imported: usize, bodies: &[FunctionBody<'_>]) -> Result<Vec<usize>, BinaryReaderError> {
    let mut calls = vec![0; bodies.len()];
    for body in bodies {
        for operator in body.get_operators_reader()? {
            if let Operator::Call { function_index } = operator?
                && let Some(own) = (function_index as usize).checked_sub(imported)
            {
                calls[own] += 1;
            }
        }
    }
    let mut by_calls: Vec<usize> = (0..bodies.len()).collect();
    by_calls.sort_by_key(|&function| Reverse(calls[function]));
    by_calls.truncate(SHORT_INDICES.saturating_sub(imported));
    Ok(by_calls)
}

/// Appends the other functions to those in `order`. Begins with the longest. After each comes the one that shares most
/// with it, as far as it is not in the chain yet.
fn chain(bodies: &[FunctionBody<'_>], order: &mut Vec<usize>) {
    let pieces: Vec<HashSet<&[u8]>> = bodies.iter().map(|body| body.as_bytes().windows(PIECE).collect()).collect();
    let mut functions: HashMap<&[u8], Vec<usize>> = HashMap::new();
    for (function, pieces) in pieces.iter().enumerate() {
        for &piece in pieces {
            functions.entry(piece).or_default().push(function);
        }
    }
    functions.retain(|_, functions| functions.len() <= MAX_COMMON);
    let mut by_length: Vec<usize> = (0..bodies.len()).collect();
    by_length.sort_by_key(|&function| bodies[function].as_bytes().len());
    let mut is_in = vec![false; bodies.len()];
    order.iter().for_each(|&function| is_in[function] = true);
    let mut next = None;
    while let Some(function) = next.or_else(|| longest(&mut by_length, &is_in)) {
        is_in[function] = true;
        order.push(function);
        let mut shared: HashMap<usize, usize> = HashMap::new();
        for other in pieces[function].iter().filter_map(|piece| functions.get(piece)).flatten() {
            if !is_in[*other] {
                *shared.entry(*other).or_default() += 1;
            }
        }
        // What both have, of what one of them has, in millionths; the same one each time.
        let likeness = |(other, shared): (usize, usize)| {
            (shared * 1_000_000 / (pieces[function].len() + pieces[other].len() - shared), other)
        };
        next = shared.into_iter().map(likeness).max().map(|(_, other)| other);
    }
}

/// Takes functions from the end of a list up to one that is not in the chain.
fn longest(by_length: &mut Vec<usize>, is_in: &[bool]) -> Option<usize> {
    while let Some(function) = by_length.pop() {
        if !is_in[function] {
            return Some(function);
        }
    }
    None
}

/// Writes a module with its functions in another order.
struct Ordered {
    imported: usize,
    /// The functions in the new order.
    order: Vec<usize>,
    /// The place of each in it.
    places: Vec<usize>,
}

impl Reencode for Ordered {
    type Error = std::convert::Infallible;

    fn function_index(&mut self, function: u32) -> Result<u32, Error> {
        let own = (function as usize).checked_sub(self.imported);
        Ok(own.map_or(function, |own| (self.imported + self.places[own]) as u32))
    }

    fn parse_function_section(
        &mut self,
        functions: &mut FunctionSection,
        section: FunctionSectionReader<'_>,
    ) -> Result<(), Error> {
        let types = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for &function in &self.order {
            functions.function(types[function]);
        }
        Ok(())
    }

    fn parse_code_section(&mut self, code: &mut CodeSection, section: CodeSectionReader<'_>) -> Result<(), Error> {
        let bodies = section.into_iter().collect::<Result<Vec<_>, _>>()?;
        for function in self.order.clone() {
            utils::parse_function_body(self, code, bodies[function].clone())?;
        }
        Ok(())
    }
}
